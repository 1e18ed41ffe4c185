#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "saccade/cli/command.h"

namespace saccade::cli {

// What `saccade train` is made of: methods in files of their own.

// "--set NAME=VALUE" settings as an object; what is no JSON is a string. Throws InputError without
// a "=".
nlohmann::ordered_json SettingsJson(const std::vector<std::string>& settings);

// The methods that learn a map from features: detector, fixation-heuristic.
void AddTrainMaps(CLI::App& train, Invocation& invocation);

}  // namespace saccade::cli
