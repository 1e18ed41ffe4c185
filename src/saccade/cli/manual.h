#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace saccade::cli {

// The manual page, saccade(1), in roff: what --help of the program and of every command says.
std::string ManualPage(const CLI::App& app);

}  // namespace saccade::cli
