#include "saccade/study/data_folder.h"

#include <algorithm>
#include <array>

#include "saccade/base/error.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

std::string SplitOf(const std::string& file_name) {
  for (const auto& [word, split] :
       {std::pair{"train", "train"}, {"valid", "validation"}, {"test", "test"}}) {
    if (file_name.find(word) != std::string::npos) return split;
  }
  return "";
}

}  // namespace

DataFolder FindData(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw InputError(folder, "",
                     "is no folder; give one that `saccade dataset synthesize` made or "
                     "that holds the files of COCO-Search18");
  }
  DataFolder data;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json" || name.find("fixations") == std::string::npos)
      continue;
    const std::string split = SplitOf(name);
    if (split.empty()) continue;
    const auto [place, fresh] = data.fixations.emplace(split, entry.path());
    if (!fresh) {
      throw InputError(folder, "", "holds two files of the {} split, {} and {}; keep one", split,
                       std::min(name, place->second.filename().string()),
                       std::max(name, place->second.filename().string()));
    }
  }
  if (data.fixations.empty()) {
    throw InputError(folder, "",
                     "holds no file of fixations; expected a name such as "
                     "fixations_validation.json, with train, valid or test in it");
  }
  for (const char* name : {"images_512x320", "images"}) {
    if (data.images.empty() && fs::is_directory(folder / name)) data.images = folder / name;
  }
  return data;
}

std::optional<fs::path> FindPicture(const fs::path& images, std::string_view task,
                                    const std::string& name) {
  std::string task_folder(task);
  std::ranges::replace(task_folder, ' ', '_');
  for (const fs::path& file : {images / name, images / task / name, images / task_folder / name}) {
    if (fs::is_regular_file(file)) return file;
  }
  return std::nullopt;
}

}  // namespace saccade
