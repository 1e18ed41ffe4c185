#include "saccade/formats/safetensors.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/half.h"
#include "saccade/base/json.h"

namespace saccade {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little endian");

using Json = nlohmann::json;
using Path = std::filesystem::path;

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kAlignment = 8;
// The format's own limit; a longer header is a wrong file, not a large model.
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;

std::optional<std::size_t> BytesOfType(std::string_view type) {
  static constexpr std::pair<std::string_view, std::size_t> kTypes[] = {
      {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"F64", 8}, {"I64", 8}, {"I32", 4}, {"U8", 1}};
  for (const auto& [name, bytes] : kTypes) {
    if (name == type) return bytes;
  }
  return std::nullopt;
}

// Names of the outermost object that stand there twice: JSON readers would silently keep one.
std::string NameThatStandsTwice(std::string_view text) {
  std::set<std::string> seen;
  std::string twice;
  const auto note_names = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!seen.insert(name).second) twice = name;
    }
    return depth < 1;  // nothing inside needs to be kept
  };
  [[maybe_unused]] const Json nothing = Json::parse(text, note_names);
  return twice;
}

Json ParseHeader(const Path& path, std::string_view text) {
  Json header;
  try {
    header = ParseJson<Json>(text, path);
  } catch (const InputError&) {
    throw InputError(path, "header", "is not JSON of a few levels; is this a safetensors file?");
  }
  if (!header.is_object()) {
    throw InputError(path, "header", "is {}, expected an object", JsonText(header));
  }
  const std::string twice = NameThatStandsTwice(text);
  if (!twice.empty()) throw InputError(path, "header", "names the tensor '{}' twice", twice);
  return header;
}

std::uint64_t ReadNumber(const Path& path, const std::string& name, const Json& value) {
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    throw InputError(path, name, "has {} where a size is expected", JsonText(value));
  }
  return value.get<std::uint64_t>();
}

const Json& Field(const Path& path, const std::string& name, const Json& tensor, const char* key,
                  Json::value_t type) {
  const auto field = tensor.find(key);
  if (field == tensor.end() || field->type() != type) {
    throw InputError(path, name, "has no valid '{}' in the header", key);
  }
  return *field;
}

std::vector<std::int64_t> ReadShape(const Path& path, const std::string& name, const Json& sizes) {
  std::vector<std::int64_t> shape;
  for (const Json& size : sizes) {
    shape.push_back(static_cast<std::int64_t>(ReadNumber(path, name, size)));
  }
  return shape;
}

// Bytes that type and shape ask for; nothing when the product overflows.
std::optional<std::uint64_t> BytesOfShape(const std::vector<std::int64_t>& shape,
                                          std::size_t type_bytes) {
  std::uint64_t bytes = type_bytes;
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes)) return {};
  }
  return bytes;
}

SafetensorsFile::Entry ReadEntry(const Path& path, const std::string& name, const Json& tensor,
                                 std::span<const std::byte> data) {
  if (!tensor.is_object()) throw InputError(path, name, "is described by {}", JsonText(tensor));
  SafetensorsFile::Entry entry;
  entry.name = name;
  entry.type = Field(path, name, tensor, "dtype", Json::value_t::string).get<std::string>();
  const auto type_bytes = BytesOfType(entry.type);
  if (!type_bytes) {
    throw InputError(path, name, "has type {}, expected F32, F16, BF16, F64, I64, I32 or U8",
                     entry.type);
  }
  entry.shape = ReadShape(path, name, Field(path, name, tensor, "shape", Json::value_t::array));
  const Json& place = Field(path, name, tensor, "data_offsets", Json::value_t::array);
  if (place.size() != 2)
    throw InputError(path, name, "has {} data_offsets; 2 are expected", place.size());
  const std::uint64_t begin = ReadNumber(path, name, place[0]);
  const std::uint64_t end = ReadNumber(path, name, place[1]);
  if (begin > end || end > data.size()) {
    throw InputError(path, name, "lies at bytes {} to {} of {}; the file is cut or damaged", begin,
                     end, data.size());
  }
  if (BytesOfShape(entry.shape, *type_bytes) != end - begin) {
    throw InputError(path, name, "has shape [{}] of {} in {} bytes", fmt::join(entry.shape, ", "),
                     entry.type, end - begin);
  }
  entry.bytes = data.subspan(begin, end - begin);
  return entry;
}

// Sorts by place and checks that the tensors fill the data exactly.
void CheckPlaces(const Path& path, std::vector<SafetensorsFile::Entry>& entries,
                 std::span<const std::byte> data) {
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::pair(a.bytes.data(), a.bytes.size()) < std::pair(b.bytes.data(), b.bytes.size());
  });
  const std::byte* expected = data.data();
  for (const auto& entry : entries) {
    if (entry.bytes.data() != expected) {
      throw InputError(path, entry.name, "{}; the file is damaged",
                       entry.bytes.data() < expected ? "overlaps the tensor before it"
                                                     : "has unused bytes before it");
    }
    expected += entry.bytes.size();
  }
  if (const auto rest = data.data() + data.size() - expected; rest != 0) {
    throw InputError(path, "", "has {} bytes after the last tensor; the file is damaged", rest);
  }
}

template <typename T>
T Load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T, typename ToFloat>
std::vector<float> ConvertValues(std::span<const std::byte> bytes, ToFloat to_float) {
  std::vector<float> values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = to_float(Load<T>(bytes, i));
  return values;
}

void CheckTensor(const Path& path, const std::string& name, const HostTensor& tensor,
                 Precision precision) {
  if (name == "__metadata__") throw InputError(path, name, "is not a name a tensor may have");
  if (ElementCount(tensor.shape) != static_cast<std::int64_t>(tensor.values.size())) {
    throw InputError(path, name, "has shape [{}] and {} values", fmt::join(tensor.shape, ", "),
                     tensor.values.size());
  }
  if (precision == Precision::kFloat) return;
  for (const float value : tensor.values) {
    if (std::isfinite(value) && std::abs(value) >= 65520.0f) {
      throw InputError(path, name, "holds {}, too large for half precision; store it as float",
                       value);
    }
  }
}

std::string HeaderText(const NamedTensors& tensors, Precision precision, const Metadata& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  const std::uint64_t width = precision == Precision::kFloat ? 4 : 2;
  std::uint64_t begin = 0;
  for (const auto& [name, tensor] : tensors) {
    const std::uint64_t end = begin + width * tensor.values.size();
    header[name] = {{"dtype", precision == Precision::kFloat ? "F32" : "F16"},
                    {"shape", tensor.shape},
                    {"data_offsets", {begin, end}}};
    begin = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  return text;
}

}  // namespace

SafetensorsHeader ParseSafetensors(const Path& path, std::span<const std::byte> bytes) {
  if (bytes.size() < kLengthBytes) {
    throw InputError(path, "", "has {} bytes; a safetensors file has at least {}", bytes.size(),
                     kLengthBytes + 2);
  }
  const auto length = Load<std::uint64_t>(bytes, 0);
  if (length > kMaxHeaderBytes || length > bytes.size() - kLengthBytes) {
    throw InputError(path, "",
                     "claims a header of {} bytes in a file of {}; is this a safetensors "
                     "file, and complete?",
                     length, bytes.size());
  }
  const auto text = bytes.subspan(kLengthBytes, length);
  const auto data = bytes.subspan(kLengthBytes + length);
  const Json header =
      ParseHeader(path, std::string_view(reinterpret_cast<const char*>(text.data()), text.size()));

  SafetensorsHeader result;
  for (const auto& [name, value] : header.items()) {
    if (name != "__metadata__") {
      result.entries.push_back(ReadEntry(path, name, value, data));
      continue;
    }
    for (const auto& [key, text_value] : value.items()) {
      if (!value.is_object() || !text_value.is_string()) {
        throw InputError(path, name, "must map names to texts");
      }
      result.metadata[key] = text_value.get<std::string>();
    }
  }
  CheckPlaces(path, result.entries, data);
  return result;
}

SafetensorsFile::SafetensorsFile(const Path& path) : file_(path) {
  SafetensorsHeader header = ParseSafetensors(path, file_.bytes());
  entries_ = std::move(header.entries);
  metadata_ = std::move(header.metadata);
}

HostTensor SafetensorsFile::Convert(const Entry& entry) {
  const auto cast = [](auto value) { return static_cast<float>(value); };
  const auto& bytes = entry.bytes;
  if (entry.type == "F32") return {entry.shape, ConvertValues<float>(bytes, cast)};
  if (entry.type == "F16") return {entry.shape, ConvertValues<std::uint16_t>(bytes, FloatFromHalf)};
  if (entry.type == "BF16") {
    return {entry.shape, ConvertValues<std::uint16_t>(bytes, FloatFromBfloat16)};
  }
  if (entry.type == "F64") return {entry.shape, ConvertValues<double>(bytes, cast)};
  if (entry.type == "I64") return {entry.shape, ConvertValues<std::int64_t>(bytes, cast)};
  if (entry.type == "I32") return {entry.shape, ConvertValues<std::int32_t>(bytes, cast)};
  return {entry.shape, ConvertValues<std::uint8_t>(bytes, cast)};
}

NamedTensors ReadSafetensors(const Path& path) {
  const SafetensorsFile file(path);
  NamedTensors tensors;
  for (const auto& entry : file.entries()) {
    tensors.emplace(entry.name, SafetensorsFile::Convert(entry));
  }
  return tensors;
}

Metadata ReadSafetensorsMetadata(const Path& path) { return SafetensorsFile(path).metadata(); }

void WriteSafetensors(const Path& path, const NamedTensors& tensors, Precision precision,
                      const Metadata& metadata) {
  for (const auto& [name, tensor] : tensors) CheckTensor(path, name, tensor, precision);
  const std::string header = HeaderText(tensors, precision, metadata);
  const std::uint64_t length = header.size();
  AtomicFile file(path);
  file.Write(std::as_bytes(std::span(&length, 1)));
  file.Write(header);
  std::vector<std::uint16_t> halves;
  for (const auto& [name, tensor] : tensors) {
    if (precision == Precision::kFloat) {
      file.Write(std::as_bytes(std::span(tensor.values)));
      continue;
    }
    halves.resize(tensor.values.size());
    std::transform(tensor.values.begin(), tensor.values.end(), halves.begin(), HalfFromFloat);
    file.Write(std::as_bytes(std::span(halves)));
  }
  file.Commit();
}

}  // namespace saccade
