#pragma once

#include <CLI/CLI.hpp>

#include "saccade/cli/command.h"

namespace saccade::cli {

// The commands below `saccade dataset`, one file each.
void AddDatasetImport(CLI::App& dataset, Invocation& invocation);
void AddDatasetInfo(CLI::App& dataset, Invocation& invocation);
void AddDatasetConvert(CLI::App& dataset, Invocation& invocation);
void AddDatasetSelect(CLI::App& dataset, Invocation& invocation);
void AddDatasetSynthesize(CLI::App& dataset, Invocation& invocation);

}  // namespace saccade::cli
