#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace saccade::cli {

// What completion offers, whatever the shell.

struct ValueWords {
  std::vector<std::string> words;  // such as "paper", or "epochs=" to be continued
  bool files = false;
  bool Empty() const { return words.empty() && !files; }
};

struct OptionWords {
  std::vector<std::string> names;  // "--quiet", "-q"
  std::string description;         // its first line
  bool takes_value = false;
  ValueWords value;
};

struct CommandWords {
  std::string path;  // " dataset info": the words that lead to it, each after a blank
  std::vector<std::pair<std::string, std::string>> commands;  // name, description
  ValueWords argument;                                        // what may stand without an option
  std::vector<OptionWords> options;                           // those of all commands too
};

// The program, then every command.
std::vector<CommandWords> CompletionOf(const CLI::App& app);

}  // namespace saccade::cli
