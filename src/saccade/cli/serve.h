#pragma once

#include "saccade/cli/command.h"

namespace saccade::cli {

// Beside command.h, as one command more should not compile all others again.
void AddServe(CLI::App& app, Invocation& invocation);

}  // namespace saccade::cli
