#include "saccade/cli/command_tree.h"

#include <algorithm>

namespace saccade::cli {
namespace {

// For the shell, whatever the text holds.
std::string Quoted(const std::string& text) {
  if (!text.empty() && text.find_first_of(" \t\n'\"$&();<>|*?[]\\`#~!{}") == std::string::npos) {
    return text;
  }
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::vector<CLI::App*> ChosenCommands(CLI::App& app) {
  std::vector<CLI::App*> chosen{&app};
  while (!chosen.back()->get_subcommands().empty()) {
    chosen.push_back(chosen.back()->get_subcommands().front());
  }
  return chosen;
}

std::string CommandName(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : CommandName(*parent) + " " + command.get_name();
}

std::string CallText(const CLI::App& command) {
  std::string text = CommandName(command);
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      const std::string name = DisplayName(*option);
      if (option->count() == 0 || name == "--threads" || name == "--quiet" || name == "-q")
        continue;
      const bool is_flag = option->get_type_size() == 0;
      if (is_flag) text += " " + name;
      for (const std::string& value : option->results()) {
        if (is_flag) break;
        text += (name.starts_with("-") ? " " + name : "") + " " + Quoted(value);
      }
    }
  }
  return text;
}

std::vector<const CLI::App*> Subcommands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); });
}

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
  }
  std::ranges::sort(names);
  // clang 14 has no ranges::unique.
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> ChoicesOf(const CLI::Option& option) {
  // CLI11 keeps the members only in the type's text: "TEXT:{paper,reference}".
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  std::vector<std::string> choices;
  for (std::size_t begin = open + 1; begin < close;) {
    const std::size_t end = std::min(type.find(',', begin), close);
    // A transformer lists "name->value".
    const std::string choice = type.substr(begin, end - begin);
    choices.push_back(choice.substr(0, choice.find("->")));
    begin = end + 1;
  }
  return choices;
}

std::string ValueName(const CLI::Option& option) {
  if (option.get_type_size() == 0) return "";
  const std::string type = option.get_type_name();
  const std::string name = type.substr(0, type.find(':'));
  if (name == "INT" || name == "UINT") return "N";
  if (name == "FLOAT") return "X";
  return name;
}

std::string DisplayName(const CLI::Option& option) {
  return option.get_name(/*positional=*/false, /*all_options=*/false);
}

}  // namespace saccade::cli
