#include "saccade/formats/byte_source.h"

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/formats/utf16.h"

namespace saccade {
namespace {

constexpr int kGzipOnly = 15 + 16;  // zlib's largest window, with gzip's header

}  // namespace

struct ByteSource::State {
  std::filesystem::path path;
  std::FILE* file = nullptr;
  std::string text;      // what is read when there is no file
  std::size_t read = 0;  // of `text`
  bool packed = false;
  bool started = false;
  bool member_ended = false;
  z_stream unpacker{};
  std::vector<char> input = std::vector<char>(1 << 16);

  ~State() {
    if (packed) inflateEnd(&unpacker);
    if (file != nullptr) std::fclose(file);
  }

  std::size_t ReadRaw(std::span<char> buffer) {
    if (file == nullptr) {
      const std::size_t count = std::min(buffer.size(), text.size() - read);
      std::memcpy(buffer.data(), text.data() + read, count);
      read += count;
      return count;
    }
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file);
    if (count < buffer.size() && std::ferror(file) != 0) {
      throw InputError(path, "", "cannot be read ({}); a file is expected", std::strerror(errno));
    }
    return count;
  }

  void FillInput() {
    unpacker.next_in = reinterpret_cast<Bytef*>(input.data());
    unpacker.avail_in = static_cast<uInt>(ReadRaw(input));
  }

  // The first bytes tell whether it is packed.
  std::size_t Start(std::span<char> buffer) {
    started = true;
    FillInput();
    const std::size_t count = unpacker.avail_in;
    const bool is_gzip = count > 1 && input[0] == '\x1f' && input[1] == '\x8b';
    if (is_gzip) {
      if (inflateInit2(&unpacker, kGzipOnly) != Z_OK) throw std::bad_alloc();
      packed = true;
      return Unpack(buffer);
    }
    const std::size_t given = std::min(buffer.size(), count);
    std::memcpy(buffer.data(), input.data(), given);
    rest = std::string_view(input.data() + given, count - given);
    return given;
  }

  std::size_t Unpack(std::span<char> buffer) {
    unpacker.next_out = reinterpret_cast<Bytef*>(buffer.data());
    unpacker.avail_out = static_cast<uInt>(buffer.size());
    while (unpacker.avail_out == buffer.size()) {
      if (unpacker.avail_in == 0) FillInput();
      if (unpacker.avail_in == 0) {
        if (member_ended) return 0;
        throw InputError(path, "", "the gzip file is truncated; get it again");
      }
      // A file may be several packed ones after each other.
      if (std::exchange(member_ended, false)) inflateReset(&unpacker);
      const int code = inflate(&unpacker, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        member_ended = true;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        throw InputError(path, "", "the gzip file is damaged; get it again");
      }
    }
    return buffer.size() - unpacker.avail_out;
  }

  // As the file has them, unpacked.
  std::size_t ReadBytes(std::span<char> buffer) {
    if (!started) return Start(buffer);
    if (packed) return Unpack(buffer);
    if (rest.empty()) return ReadRaw(buffer);
    const std::size_t count = std::min(buffer.size(), rest.size());
    std::memcpy(buffer.data(), rest.data(), count);
    rest.remove_prefix(count);
    return count;
  }

  std::size_t ReadDecoded(std::span<char> buffer) {
    while (decoded.size() == decoded_given) {
      decoded.clear();
      decoded_given = 0;
      const std::size_t got = ReadBytes(wide);
      if (got > 0) {
        decoder->Append(std::span(wide).first(got), decoded);
      } else {
        decoder->Finish(decoded);
        if (decoded.empty()) return 0;
      }
    }
    const std::size_t count = std::min(buffer.size(), decoded.size() - decoded_given);
    std::memcpy(buffer.data(), decoded.data() + decoded_given, count);
    decoded_given += count;
    return count;
  }

  std::string_view rest{};  // of the first bytes, not yet given
  std::optional<Utf16Decoder> decoder{};
  std::vector<char> wide{};  // as read
  std::string decoded{};     // as UTF-8
  std::size_t decoded_given = 0;
};

ByteSource::ByteSource(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
  state_->path = path;
  if (std::filesystem::is_directory(path)) {
    throw InputError(path, "", "is a folder; a file is expected");
  }
  state_->file = std::fopen(path.c_str(), "rb");
  if (state_->file == nullptr) {
    throw InputError(path, "", "cannot be opened ({}); check the path", std::strerror(errno));
  }
}

ByteSource::ByteSource(std::string text, std::filesystem::path path)
    : state_(std::make_unique<State>()) {
  state_->path = std::move(path);
  state_->text = std::move(text);
}

ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;

const std::filesystem::path& ByteSource::path() const { return state_->path; }

std::size_t ByteSource::Read(std::span<char> buffer) {
  State& state = *state_;
  if (buffer.empty()) return 0;
  if (state.decoder) return state.ReadDecoded(buffer);
  const bool first = !state.started;
  const std::size_t got = state.ReadBytes(buffer);
  if (first) state.decoder = Utf16Decoder::ForMark({buffer.data(), got});
  if (!state.decoder) return got;
  state.wide.resize(std::size_t{1} << 16);
  state.decoder->Append(buffer.first(got), state.decoded);
  return state.ReadDecoded(buffer);
}

std::string ReadHead(const std::filesystem::path& path, std::size_t most) {
  ByteSource source(path);
  std::string head(most, '\0');
  std::size_t size = 0;
  while (size < most) {
    const std::size_t got = source.Read(std::span(head).subspan(size));
    if (got == 0) break;
    size += got;
  }
  head.resize(size);
  return head;
}

std::string ReadUnpacked(const std::filesystem::path& path) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  ByteSource source(path);
  std::string text;
  std::vector<char> buffer(1 << 18);
  while (const std::size_t got = source.Read(buffer)) {
    text.append(buffer.data(), got);
    if (text.size() > kMost)
      throw InputError(path, "", "holds over 1 GB; a smaller file is expected");
  }
  return text;
}

std::string Gzip(std::string_view text) {
  z_stream packer{};
  if (deflateInit2(&packer, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipOnly, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
  std::string packed(deflateBound(&packer, text.size()), '\0');
  packer.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  packer.avail_in = static_cast<uInt>(text.size());
  packer.next_out = reinterpret_cast<Bytef*>(packed.data());
  packer.avail_out = static_cast<uInt>(packed.size());
  deflate(&packer, Z_FINISH);
  packed.resize(packer.total_out);
  deflateEnd(&packer);
  return packed;
}

}  // namespace saccade
