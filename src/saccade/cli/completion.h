#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace saccade::cli {

// Scripts that complete commands, options, their values, categories and files, made from the tree
// of commands, so that they cannot lag behind it.
std::string BashCompletion(const CLI::App& app);  // works without the bash-completion package
std::string ZshCompletion(const CLI::App& app);
std::string FishCompletion(const CLI::App& app);

}  // namespace saccade::cli
