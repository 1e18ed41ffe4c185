#pragma once

#include <CLI/CLI.hpp>

namespace saccade::cli {

// Throws InputError when the call would overwrite a file that it reads, or one of its results with
// another: by identity of the files, however their names are spelled. To be called when the command
// line is parsed, before anything is computed.
void CheckOutputs(CLI::App& app);

}  // namespace saccade::cli
