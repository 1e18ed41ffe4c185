#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "saccade/cli/command.h"
#include "saccade/scene/trial_file.h"

namespace saccade::cli {

// The commands below `saccade dataset`, one file each.
void AddDatasetImport(CLI::App& dataset, Invocation& invocation);
void AddDatasetInfo(CLI::App& dataset, Invocation& invocation);
void AddDatasetConvert(CLI::App& dataset, Invocation& invocation);
void AddDatasetSelect(CLI::App& dataset, Invocation& invocation);
void AddDatasetSynthesize(CLI::App& dataset, Invocation& invocation);

// --lenient and --frame (or another name for it): how trials are read.
void AddTrialFileOptions(CLI::App& command, TrialFileOptions& options,
                         const std::string& frame_option = "--frame");

}  // namespace saccade::cli
