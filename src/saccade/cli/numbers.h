#pragma once

#include <CLI/CLI.hpp>

namespace saccade::cli {

// Makes every option of the program that takes numbers refuse what is none, or would silently be
// another one: nan and inf, 1x, 0x10, -1 for a count, 99999999999 for an int. To be called when all
// commands are there; ranges are the options' own.
void CheckNumbers(CLI::App& app);

}  // namespace saccade::cli
