#include "saccade/cli/manual.h"

#include <fmt/format.h>

#include <sstream>

#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"

namespace saccade::cli {
namespace {

// roff reads "\" as an escape, "-" as a hyphen that may break, and a leading "." or "'" as a
// request.
std::string Roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

void AppendHelp(const CLI::App& command, std::string& page) {
  const bool all = command.get_parent() == nullptr;
  page += fmt::format(".SH {}\n.nf\n", all ? "OPTIONS" : "\"" + Roff(CommandName(command)) + "\"");
  // App::help() of a program that runs a command is that command's.
  std::istringstream lines(command.get_formatter()->make_help(&command, command.get_name(),
                                                              CLI::AppFormatMode::Normal));
  for (std::string line; std::getline(lines, line);) page += Roff(line) + "\n";
  page += ".fi\n";
  for (const CLI::App* sub : Subcommands(command)) AppendHelp(*sub, page);
}

}  // namespace

std::string ManualPage(const CLI::App& app) {
  std::string page = fmt::format(
      ".TH SACCADE 1 \"\" \"saccade {0}\" \"User Commands\"\n"
      ".SH NAME\nsaccade \\- {1}\n"
      ".SH SYNOPSIS\n.B saccade\n[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fI...\\fR]\n",
      SACCADE_VERSION, Roff(app.get_description()));
  AppendHelp(app, page);
  return page;
}

void AddManual(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("manual", "Print the manual page, made of every --help");
  command->footer("Example:\n  saccade manual | man -l -");
  command->callback(
      [&app, &invocation] { invocation.run = [&app] { fmt::print("{}", ManualPage(app)); }; });
}

}  // namespace saccade::cli
