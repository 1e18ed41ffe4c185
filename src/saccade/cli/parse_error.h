#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace saccade::cli {

// CLI11's complaint about a command line as one line that says what to do, with the nearest known
// word: "--sede: unknown option; did you mean --seed? See saccade evaluate --help".
std::string ParseErrorLine(CLI::App& app, const CLI::ParseError& error);

}  // namespace saccade::cli
