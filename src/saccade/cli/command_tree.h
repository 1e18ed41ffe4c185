#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saccade::cli {

// Questions to a tree of CLI11 commands; help, errors, configuration and completion ask them.

// The program, then the command that the user chose, then its subcommand.
std::vector<CLI::App*> ChosenCommands(CLI::App& app);

// "saccade dataset info".
std::string CommandName(const CLI::App& command);

// The call again, for a shell: the command with all that was given to it and to those above it, but
// for what changes no result (--threads, --quiet) and what is named in `without`.
std::string CallText(const CLI::App& command, std::span<const std::string_view> without = {});

std::vector<const CLI::App*> Subcommands(const CLI::App& command);

// The names that the command and those above it accept: "--seed", "-q".
std::vector<std::string> OptionNames(const CLI::App& command);

// What an option with CLI::IsMember accepts; empty for others.
std::vector<std::string> ChoicesOf(const CLI::Option& option);

// A validator that takes everything and tells completion what is likely: models that are installed,
// names of settings.
CLI::Validator Suggest(const std::vector<std::string>& words);
// What completion offers for a value: what the option accepts, or what Suggest() was given.
std::vector<std::string> SuggestionsOf(const CLI::Option& option);

// What the option's value is called, without the checks that CLI11 adds: "FILE", "N"; empty for a
// flag.
std::string ValueName(const CLI::Option& option);

// "--seed" or, for a positional argument, its name.
std::string DisplayName(const CLI::Option& option);

}  // namespace saccade::cli
