#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// A whole file as bytes. Throws InputError when it cannot be opened or read.
std::string ReadFile(const std::filesystem::path& path);

// A file mapped read-only into memory. Throws InputError when it cannot be opened.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// A file that appears under its name only when complete: written beside it under a temporary name
// that nobody else can have, flushed to disk and renamed by Commit(), folder and all. Without
// Commit() the destructor removes what was written; what a killed process left beside `path` is
// removed by the next one that writes there. A link stays, and what it points to is replaced; the
// mode of a file that was there is kept. Devices, pipes and /dev/stdout cannot be replaced: they
// are written to as they are. Throws Failure when the disk refuses (full, read-only), InputError
// when the name is a folder's.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void Write(std::span<const std::byte> bytes);
  void Write(std::string_view text);
  void Commit();

 private:
  void OpenTemporary();

  std::filesystem::path path_;
  std::filesystem::path target_;     // behind links
  std::filesystem::path temporary_;  // empty for what cannot be replaced
  int descriptor_ = -1;
};

// The same in one call. Creates missing parent folders.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// Whether both names are of one and the same file that exists, however they are spelled.
bool IsSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

// XXH3, 64 bits.
std::uint64_t Checksum(std::span<const std::byte> bytes);
std::uint64_t Checksum(std::string_view bytes);

}  // namespace saccade
