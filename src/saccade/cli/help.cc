#include "saccade/cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <sstream>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"

namespace saccade::cli {
namespace {

constexpr std::size_t kLeft = 28;   // where descriptions begin
constexpr std::size_t kWidth = 80;  // where they wrap
constexpr std::size_t kLongestChoiceList = 40;

std::string ValueText(const CLI::Option& option) {
  std::string text = ValueName(option);
  if (text.empty()) return text;
  const std::string choices = fmt::format("{}", fmt::join(ChoicesOf(option), "|"));
  if (!choices.empty() && choices.size() <= kLongestChoiceList) text = choices;
  if (option.get_expected_max() >= CLI::detail::expected_max_vector_size) text += " ...";
  return " " + text;
}

// CLI11 keeps the range only in the type's text: "INT:INT in [1 - 60]".
std::string RangeText(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  constexpr std::string_view kBegin = " in [";
  const std::size_t begin = type.find(kBegin);
  const std::size_t end = type.find(']', begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  std::string range = type.substr(begin + kBegin.size(), end - begin - kBegin.size());
  const std::size_t middle = range.find(" - ");
  if (middle != std::string::npos) range.replace(middle, 3, " to ");
  return fmt::format(" ({})", range);
}

std::string Description(const CLI::Option& option) {
  std::string text = option.get_description();
  const auto choices = ChoicesOf(option);
  if (const std::string all = fmt::format("{}", fmt::join(choices, ", "));
      all.size() > kLongestChoiceList) {
    text += fmt::format(" (one of: {})", all);
  }
  text += RangeText(option);
  if (option.get_required()) text += " (required)";
  const std::string& value = option.get_default_str();
  if (option.get_type_size() != 0 && !value.empty() && value != "[]" && value != "\"\"") {
    text += fmt::format(" (default: {})", value);
  }
  return text;
}

// A line of running text, of an explained word ("  target-sharp    follows ...") or of an example,
// which is for copying and stays as it is.
std::string Wrapped(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  const bool example = line.starts_with("  saccade ") || line.starts_with("      ");
  if (line.size() <= kWidth || example) return line;
  const std::size_t gap = line.find("  ", begin);
  const std::size_t second = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  const std::size_t indent = second == std::string::npos ? begin : second;
  std::string out = line.substr(0, indent);
  std::size_t place = indent;
  std::istringstream words(line.substr(indent));
  for (std::string word; words >> word;) {
    if (place > indent && place + 1 + word.size() > kWidth) {
      out += "\n" + std::string(indent, ' ');
      place = indent;
    }
    if (place > indent) out += ' ', ++place;
    out += word;
    place += word.size();
  }
  return out;
}

std::string WrappedLines(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += Wrapped(line) + "\n";
  if (!text.ends_with('\n') && !out.empty()) out.pop_back();
  return out;
}

}  // namespace

std::string TwoColumns(const std::string& left, const std::string& right) {
  std::string out = "  " + left;
  std::size_t place = out.size();
  if (place + 2 > kLeft) {
    out += "\n";
    place = 0;
  }
  std::istringstream words(right);
  bool first = true;
  for (std::string word; words >> word;) {
    if (!first && place + 1 + word.size() > kWidth) {
      out += "\n";
      place = 0;
    }
    if (place < kLeft) {
      out.append(kLeft - place, ' ');
      place = kLeft;
    } else {
      out += ' ';
      ++place;
    }
    out += word;
    place += word.size();
    first = false;
  }
  return out + "\n";
}

namespace {

const CLI::App& CommandOf(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  for (const std::string& word : words) {
    std::vector<std::string> known;
    const CLI::App* next = nullptr;
    for (const CLI::App* sub : Subcommands(*command)) {
      known.push_back(sub->get_name());
      if (sub->get_name() == word) next = sub;
    }
    if (next == nullptr) {
      const std::string nearest = NearestWord(word, known);
      throw InputError(fmt::format("{}: {} has no such command{}", word, CommandName(*command),
                                   nearest.empty() ? "" : "; did you mean " + nearest + "?"));
    }
    command = next;
  }
  return *command;
}

}  // namespace

void AddHelp(CLI::App& app, Invocation& invocation) {
  CLI::App* help = app.add_subcommand("help", "Explain a command, as its --help does");
  help->footer("Example:\n  saccade help dataset info");
  const auto words = std::make_shared<std::vector<std::string>>();
  help->add_option("command", *words, "The command; without one: all of them")
      ->type_name("COMMAND");
  help->callback([words, &invocation] {
    invocation.run = [words] {
      // Of the program that was called CLI11 would print the command that was chosen: help.
      CLI::App fresh;
      Invocation unused;
      AddCommands(fresh, unused);
      fmt::print("{}", CommandOf(fresh, *words).help());
    };
  });
}

HelpFormatter::HelpFormatter() {
  label("Positionals", "Arguments");
  label("SUBCOMMAND", "COMMAND");
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string) const {
  // CLI11 names the program by how it was called; everywhere else it is "saccade".
  return "\n" + CLI::Formatter::make_usage(app, CommandName(*app));
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool positional) const {
  return TwoColumns(make_option_name(option, positional) + (positional ? "" : ValueText(*option)),
                    Description(*option));
}

std::string HelpFormatter::make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const {
  // The default group's name is CLI11's, and in every command that others add.
  return CLI::detail::find_and_replace(CLI::Formatter::make_subcommands(app, mode),
                                       "Subcommands:\n", "Commands:\n");
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return TwoColumns(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_footer(const CLI::App* app) const {
  std::string footer = CLI::Formatter::make_footer(app);
  if (app->get_parent() != nullptr) {
    footer +=
        "\nEvery command also takes --threads, --seed, --quiet and --config (saccade --help).\n";
  }
  return WrappedLines(footer);
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return WrappedLines(CLI::Formatter::make_description(app));
}

}  // namespace saccade::cli
