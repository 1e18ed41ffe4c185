#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "saccade/base/options.h"

namespace saccade::cli {

// An option of a description (base/options.h) with its range, words, default and help, as --NAME or
// under another name. What it describes must live as long as the command.
CLI::Option* AddOption(CLI::App& command, const OptionField& field, const std::string& name = "");
void AddOptions(CLI::App& command, const OptionList& options);

}  // namespace saccade::cli
