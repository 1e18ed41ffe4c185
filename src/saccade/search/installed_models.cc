#include "saccade/search/installed_models.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/installed.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

bool IsModel(const fs::path& folder) {
  std::error_code none;
  return fs::is_regular_file(folder / "model.json", none);
}

}  // namespace

std::string ResolveModel(const std::string& folder_or_name) {
  if (folder_or_name.starts_with(kRewardPrefix)) {
    return kRewardPrefix + ResolveModel(folder_or_name.substr(std::string(kRewardPrefix).size()));
  }
  std::string built_in;
  for (const BuiltInModel& model : BuiltInModels()) {
    if (model.name == folder_or_name) return folder_or_name;
    built_in += ", " + model.name;
  }
  if (fs::is_directory(folder_or_name)) return folder_or_name;
  // A name is no path: "../x" is not looked for in folders that others own.
  const std::vector<fs::path> folders = ModelFolders();
  if (!folder_or_name.empty() && fs::path(folder_or_name).filename() == folder_or_name) {
    for (const fs::path& folder : folders) {
      if (IsModel(folder / folder_or_name)) return (folder / folder_or_name).string();
    }
  }
  throw InputError(folder_or_name, "",
                   "is no model, neither a folder nor a name in {}; give a folder that saccade "
                   "train wrote or one of{}",
                   ListOfPaths(folders), built_in.substr(1));
}

std::vector<std::string> InstalledModels() {
  std::set<std::string> names;
  for (const fs::path& folder : ModelFolders()) {
    std::error_code none;  // a folder that is not there has no models
    for (const auto& entry : fs::directory_iterator(folder, none)) {
      if (IsModel(entry.path())) names.insert(entry.path().filename().string());
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace saccade
