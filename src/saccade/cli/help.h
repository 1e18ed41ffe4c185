#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace saccade::cli {

// A line of --help, "  LEFT    RIGHT", as those of options: wrapped where it is too long.
std::string TwoColumns(const std::string& left, const std::string& right);

// How --help looks: choices and defaults in words, long descriptions wrapped, and in the help of a
// command a reminder of the options that all commands share.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option(const CLI::Option* option, bool positional) const override;
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;
};

struct Invocation;

// The command that prints it: `saccade help COMMAND`.
void AddHelp(CLI::App& app, Invocation& invocation);

}  // namespace saccade::cli
