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

std::string CallText(const CLI::App& command, std::span<const std::string_view> without) {
  std::string text = CommandName(command);
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      const std::string name = DisplayName(*option);
      const bool is_left_out = name == "--threads" || name == "--quiet" || name == "-q" ||
                               std::ranges::find(without, name) != without.end();
      if (option->count() == 0 || is_left_out) continue;
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

namespace {

// CLI11 keeps what validators say only in the type's text: "TEXT:{paper,reference}".
std::vector<std::string> ListIn(const std::string& type, char opening, char closing) {
  const std::size_t open = type.find(opening);
  const std::size_t close = type.find(closing, open);
  if (open == std::string::npos || close == std::string::npos) return {};
  std::vector<std::string> words;
  for (std::size_t begin = open + 1; begin < close;) {
    const std::size_t end = std::min(type.find(',', begin), close);
    words.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace

std::vector<std::string> ChoicesOf(const CLI::Option& option) {
  std::vector<std::string> choices = ListIn(option.get_type_name(), '{', '}');
  // A transformer lists "name->value".
  for (std::string& choice : choices) choice = choice.substr(0, choice.find("->"));
  return choices;
}

CLI::Validator Suggest(const std::vector<std::string>& words) {
  return CLI::Validator([](std::string&) { return std::string(); },
                        "<" + CLI::detail::join(words, ",") + ">", "suggestions");
}

std::vector<std::string> SuggestionsOf(const CLI::Option& option) {
  std::vector<std::string> words = ChoicesOf(option);
  return words.empty() ? ListIn(option.get_type_name(), '<', '>') : words;
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
