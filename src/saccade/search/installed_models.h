#pragma once

#include <string>
#include <vector>

namespace saccade {

// The model that comes with saccade.
inline constexpr const char* kDefaultModel = "coco-search18-irl";

// What OpenModel() takes, for what a user may say: a folder or a built-in name is itself; the name
// of an installed model ("coco-search18-irl") is its folder in ModelFolders() (base/installed.h);
// "reward:" stays in front of either. Throws InputError that says where was looked.
std::string ResolveModel(const std::string& folder_or_name);

// Names of the models in ModelFolders(), sorted, each once.
std::vector<std::string> InstalledModels();

}  // namespace saccade
