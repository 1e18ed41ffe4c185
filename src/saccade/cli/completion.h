#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace saccade::cli {

// A bash script that completes commands, options, their choices, categories and files, made from
// the tree of commands, so that it cannot lag behind it. Works without the bash-completion package.
std::string BashCompletion(const CLI::App& app);

}  // namespace saccade::cli
