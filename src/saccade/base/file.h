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

// A file that appears under its name only when complete: written beside it under a temporary name,
// flushed to disk and renamed by Commit(). Without Commit() the destructor removes what was written.
// Throws Failure when the disk refuses (full, read-only), naming the file.
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
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

// The same in one call. Creates missing parent folders.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// XXH3, 64 bits.
std::uint64_t Checksum(std::span<const std::byte> bytes);
std::uint64_t Checksum(std::string_view bytes);

}  // namespace saccade
