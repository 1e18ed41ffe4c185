#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "saccade/cli/command.h"
#include "saccade/learn/run_folder.h"

// What `saccade train` is made of: methods in files of their own; train.cc hooks them in.
namespace saccade::cli {

// "--set NAME=VALUE" settings as an object; what is no JSON is a string. Throws InputError without
// a "=".
nlohmann::ordered_json SettingsJson(const std::vector<std::string>& settings);

// The options of every training: --fixations and --validation; --beliefs; --out and --resume.
void AddTrialOptions(CLI::App& app, RunFiles& run);
void AddBeliefsOption(CLI::App& app, RunFiles& run);
void AddRunFolderOptions(CLI::App& app, RunFiles& run);

void AddTrainBcLstm(CLI::App& train, Invocation& invocation);
// The methods that learn a map from features: detector, fixation-heuristic.
void AddTrainMaps(CLI::App& train, Invocation& invocation);

}  // namespace saccade::cli
