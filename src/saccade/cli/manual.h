#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace saccade::cli {

struct Invocation;

// The manual page, saccade(1), in roff: what --help of the program and of every command says.
std::string ManualPage(const CLI::App& app);

// The command that prints it.
void AddManual(CLI::App& app, Invocation& invocation);

}  // namespace saccade::cli
