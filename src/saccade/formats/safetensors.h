#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/formats/named_tensors.h"

namespace saccade {

// The safetensors format: eight bytes with the length of a JSON header (little endian), the header
// with name, type, shape and place of every tensor, then the tensors' bytes without gaps.

// How weights are stored: 4 bytes a value, exact, or 2 bytes, rounded to nearest even.
enum class Precision { kFloat, kHalf };

using Metadata = std::map<std::string, std::string>;

// Writes the file atomically (base/file.h). Throws InputError when a tensor's shape and number of
// values disagree or, with kHalf, when a finite value is too large for a half (65504); Failure when
// the disk refuses.
void WriteSafetensors(const std::filesystem::path& path, const NamedTensors& tensors,
                      Precision precision = Precision::kFloat, const Metadata& metadata = {});

// All tensors as float, and the file's metadata. Throws InputError as SafetensorsFile does.
NamedTensors ReadSafetensors(const std::filesystem::path& path);
Metadata ReadSafetensorsMetadata(const std::filesystem::path& path);

// A file mapped into memory, its header checked: every tensor lies inside the file, none overlaps
// another, none has a gap before it, sizes agree with type and shape. Throws InputError, naming
// file and tensor, for anything else and for types other than F32, F16, BF16, F64, I64, I32 and U8.
class SafetensorsFile {
 public:
  struct Entry {
    std::string name;
    std::string type;  // "F32", as in the header
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes;
  };

  explicit SafetensorsFile(const std::filesystem::path& path);

  // In the order of their bytes.
  const std::vector<Entry>& entries() const { return entries_; }
  const Metadata& metadata() const { return metadata_; }

  // Converted to float: exact for F32, F16, BF16 and U8, rounded to nearest otherwise.
  static HostTensor Convert(const Entry& entry);

 private:
  MappedFile file_;
  std::vector<Entry> entries_;
  Metadata metadata_;
};

// The check behind SafetensorsFile, on bytes that outlive the result. `path` only names the file in
// errors.
struct SafetensorsHeader {
  std::vector<SafetensorsFile::Entry> entries;
  Metadata metadata;
};
SafetensorsHeader ParseSafetensors(const std::filesystem::path& path,
                                   std::span<const std::byte> bytes);

}  // namespace saccade
