#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// A zip archive whose entries are stored without compression, as torch.save and numpy.savez write
// them; zip64 too. Throws InputError for a damaged archive or a compressed entry. Entries are views
// of `bytes`, which must outlive it.
class ZipArchive {
 public:
  ZipArchive(std::span<const std::byte> bytes, std::filesystem::path file);

  static bool IsZip(std::span<const std::byte> bytes);  // by its first four bytes

  std::optional<std::span<const std::byte>> Find(std::string_view name) const;
  const std::map<std::string, std::span<const std::byte>, std::less<>>& entries() const {
    return entries_;
  }

 private:
  std::span<const std::byte> bytes_;
  std::filesystem::path file_;
  std::map<std::string, std::span<const std::byte>, std::less<>> entries_;
};

}  // namespace saccade
