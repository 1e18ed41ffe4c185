#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace saccade::cli {

// "--config FILE": options in JSON, under their long names without the dashes. Comments are
// allowed.
//   {"seed": 7, "protocol": "paper", "with-paper": true, "predictions": ["a.json", "b.json"]}
// A name belongs to the chosen command or to the program. One file can serve several commands: what
// stands in an object under a command's name is for that command alone, {"evaluate": {...}}. What
// the command line gives wins. Unknown names are errors with the nearest known one.
void AddConfigOption(CLI::App& app);

}  // namespace saccade::cli
