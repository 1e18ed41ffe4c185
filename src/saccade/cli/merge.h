#pragma once

#include "saccade/cli/command.h"

namespace saccade::cli {

// Beside command.h, as serve.h.
void AddMerge(CLI::App& app, Invocation& invocation);

}  // namespace saccade::cli
