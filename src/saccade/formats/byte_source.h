#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// Bytes one after the other: a file's, unpacked on the way when it is gzip's (by its first bytes,
// whatever its name) and as UTF-8 when they are UTF-16, or those of a text. Memory does not grow
// with the file.
class ByteSource {
 public:
  // Throws InputError when the file cannot be opened or is a folder.
  explicit ByteSource(const std::filesystem::path& path);
  // `path` is for messages only.
  ByteSource(std::string text, std::filesystem::path path);
  ~ByteSource();
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;

  // Fills what it can; 0 at the end. Throws InputError for a file that cannot be read or whose
  // packing is damaged.
  std::size_t Read(std::span<char> buffer);
  const std::filesystem::path& path() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The first bytes of a file, unpacked.
std::string ReadHead(const std::filesystem::path& path, std::size_t most);

// The whole of a file that may be gzip's. Throws InputError over 1 GB: a small packed file may hold
// more than any memory.
std::string ReadUnpacked(const std::filesystem::path& path);

// The text as a gzip file.
std::string Gzip(std::string_view text);

}  // namespace saccade
