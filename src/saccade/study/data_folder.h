#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace saccade {

// What a folder of search data holds, by the names that COCO-Search18 and `dataset synthesize` use.
struct DataFolder {
  // "train", "validation", "test": the file *fixations*SPLIT*.json.
  std::map<std::string, std::filesystem::path> fixations;
  std::filesystem::path images;  // images_512x320 or images; empty when there is none
};

// Throws InputError when the folder is missing or holds no file of fixations, or two of a split.
DataFolder FindData(const std::filesystem::path& folder);

// The file of a picture: NAME or, as the data set is published, TASK/NAME ("_" for the blank).
std::optional<std::filesystem::path> FindPicture(const std::filesystem::path& images,
                                                 std::string_view task, const std::string& name);

}  // namespace saccade
