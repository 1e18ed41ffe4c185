#pragma once

#include <filesystem>
#include <span>

namespace saccade::app {

// What shares of a call are made of, in the words of their files.
inline constexpr const char* kScanpathShare = "scanpaths";
inline constexpr const char* kPhotoShare = "photos";
inline constexpr const char* kComparisonShare = "compare";

// Merges all shares of one call with --shard: files, or folders of them. The result is, byte for
// byte, what one process writes, whatever the number of shares, their order and how often they were
// stopped. All but stores are merged without holding them in memory. Throws InputError when shares
// are missing, twice there or of different calls.
void Merge(std::span<const std::filesystem::path> shares, const std::filesystem::path& out);

}  // namespace saccade::app
