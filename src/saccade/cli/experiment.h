#pragma once

#include "saccade/cli/command.h"

namespace saccade::cli {

// The experiments that stand in files of their own.
void AddExperimentCompare(CLI::App& experiment, Invocation& invocation);

}  // namespace saccade::cli
