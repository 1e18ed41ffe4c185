#include "saccade/formats/npy.h"

#include <fmt/ranges.h>

#include <charconv>
#include <memory>
#include <optional>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/byte_stream.h"
#include "saccade/formats/unpickle.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;
using Bytes = std::span<const std::byte>;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeaderBytes = 1 << 16;
constexpr std::size_t kMaxDimensions = 32;

struct Header {
  std::string descr;
  bool columns = false;
  std::vector<std::int64_t> shape;
};

// The header is a Python dictionary of three entries: text, bool and tuple.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const Path& file) : text_(text), file_(file) {}

  Header Parse() {
    Header header;
    int found = 0;
    Expect('{');
    while (!Take('}')) {
      const std::string key = Quoted();
      Expect(':');
      if (key == "descr") {
        header.descr = Quoted();
      } else if (key == "fortran_order") {
        header.columns = Bool();
      } else if (key == "shape") {
        header.shape = Tuple();
      } else {
        Refuse(fmt::format("\"{}\" is no key of it", key));
      }
      ++found;
      if (!Take(',')) {
        Expect('}');
        break;
      }
    }
    if (found != 3 || header.descr.empty()) Refuse("descr, fortran_order and shape are expected");
    return header;
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool Take(char c) {
    SkipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void Expect(char c) {
    if (!Take(c)) Refuse(fmt::format("'{}' is expected at its character {}", c, at_));
  }
  std::string Quoted() {
    SkipBlanks();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) {
      Refuse("a structured array; arrays of plain numbers are read");
    }
    const char quote = text_[at_++];
    const auto end = text_.find(quote, at_);
    if (end == std::string_view::npos) Refuse("a text does not end");
    std::string text(text_.substr(at_, end - at_));
    at_ = end + 1;
    return text;
  }
  bool Bool() {
    SkipBlanks();
    for (const auto& [word, value] :
         {std::pair{std::string_view("True"), true}, std::pair{std::string_view("False"), false}}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return value;
      }
    }
    Refuse("True or False is expected");
  }
  std::vector<std::int64_t> Tuple() {
    std::vector<std::int64_t> values;
    Expect('(');
    while (!Take(')')) {
      SkipBlanks();
      std::int64_t value = 0;
      const auto [end, error] =
          std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
      if (error != std::errc() || value < 0 || values.size() >= kMaxDimensions) {
        Refuse("the shape is no list of sizes");
      }
      at_ = static_cast<std::size_t>(end - text_.data());
      Take('L');  // Python 2
      values.push_back(value);
      if (!Take(',')) {
        Expect(')');
        break;
      }
    }
    return values;
  }
  [[noreturn]] void Refuse(std::string_view what) const {
    throw InputError(file_, "header", "{}", what);
  }

  std::string_view text_;
  const Path& file_;
  std::size_t at_ = 0;
};

Header ReadHeader(ByteReader& in) {
  if (in.remaining() < kMagic.size() || in.GetBytes(kMagic.size()) != kMagic) {
    throw InputError(in.file(), "", "is not a .npy file");
  }
  const auto major = in.Get<std::uint8_t>();
  in.Get<std::uint8_t>();
  if (major < 1 || major > 3) in.Refuse(fmt::format("version {} is not known; 1 to 3 are", major));
  const std::size_t size = major == 1 ? in.Get<std::uint16_t>() : in.Get<std::uint32_t>();
  if (size > kMaxHeaderBytes) in.Refuse("the header is too long");
  return HeaderParser(in.GetBytes(size), in.file()).Parse();
}

Tensor ReadNumbers(const Header& header, ByteReader& in) {
  const std::string_view descr = header.descr;
  const char order = descr[0];
  const auto dtype = DTypeOfNumpyCode(descr.substr(1));
  if (!dtype || (order != '<' && order != '>' && order != '|' && order != '=')) {
    throw InputError(in.file(), "header",
                     "numbers of type \"{}\" are not read; f2 f4 f8 u1 i1 i2 i4 i8 b1 are", descr);
  }
  const auto count = CheckedProduct(header.shape);
  const std::size_t width = BytesOf(*dtype);
  if (!count || *count > in.remaining() / width || *count * width != in.remaining()) {
    throw InputError(in.file(), "", "shape ({}) does not go with {} bytes of data: cut or damaged",
                     fmt::join(header.shape, ", "), in.remaining());
  }
  const std::string_view data = in.GetBytes(*count * width);
  const auto* first = reinterpret_cast<const std::byte*>(data.data());
  Tensor tensor{*dtype, header.shape, {first, first + data.size()}};
  if (order == '>') SwapBytes(tensor.bytes, width);
  if (header.columns && header.shape.size() > 1) {
    tensor.bytes = RowsFromColumns(tensor.bytes, header.shape, width);
  }
  return tensor;
}

}  // namespace

Tensor ParseNpy(Bytes bytes, const Path& file) {
  ByteReader in(bytes, file);
  const Header header = ReadHeader(in);
  if (header.descr.find('O') != std::string::npos) {
    throw InputError(file, "header", "holds Python objects where numbers are expected");
  }
  return ReadNumbers(header, in);
}

PickleValue ParseNpyObjects(Bytes bytes, const Path& file) {
  ByteReader in(bytes, file);
  const Header header = ReadHeader(in);
  if (header.descr.find('O') != std::string::npos) {
    return ParsePickle(bytes.subspan(in.position()), file);
  }
  auto node = std::make_shared<PickleNode>();
  node->value = ReadNumbers(header, in);
  return PickleValue(std::move(node));
}

Tensor ReadNpy(const Path& path) {
  const MappedFile file(path);
  return ParseNpy(file.bytes(), path);
}

std::string EncodeNpy(const Tensor& tensor) {
  const std::string_view code = NumpyCodeOf(tensor.dtype);
  if (code.empty()) {
    throw InputError(fmt::format("NumPy has no {}", DTypeName(tensor.dtype)));
  }
  std::string header =
      fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}",
                  BytesOf(tensor.dtype) == 1 ? '|' : '<', code, fmt::join(tensor.shape, ", "),
                  tensor.shape.size() == 1 ? "," : "");
  constexpr std::size_t kAlignment = 64;
  const std::size_t before = kMagic.size() + 4;
  header.append((kAlignment - (before + header.size() + 1) % kAlignment) % kAlignment, ' ');
  header.push_back('\n');
  ByteWriter out;
  out.PutBytes(kMagic);
  out.Put(std::uint8_t{1});
  out.Put(std::uint8_t{0});
  out.PutString(header);
  out.PutBytes({reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()});
  return out.Take();
}

void WriteNpy(const Path& path, const Tensor& tensor) {
  WriteFileAtomically(path, EncodeNpy(tensor));
}

}  // namespace saccade
