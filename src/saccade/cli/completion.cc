#include "saccade/cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/scene/category.h"

namespace saccade::cli {
namespace {

constexpr std::string_view kScript =
    R"bash(# Bash completion of saccade; in ~/.bashrc: source <(saccade completion bash)
_saccade() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}"
  local path="" words="" i
  # Bash splits --name=value at "=".
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="${{COMP_WORDS[COMP_CWORD-2]}}"
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${{COMP_WORDS[i]}}" in
      {commands}) path="$path ${{COMP_WORDS[i]}}" ;;
    esac
  done
  COMPREPLY=()
  case "$path $previous" in
{values}  esac
  case "$path" in
{words}  esac
  if [[ $words == "files"* && $current != -* ]]; then
    _saccade_files "$current"
  fi
  COMPREPLY+=($(compgen -W "${{words#files}}" -- "$current"))
}}
_saccade_files() {{
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$1")
}}
complete -F _saccade saccade
)bash";

std::vector<std::string> TaskWords() {
  std::vector<std::string> words;
  for (const std::string_view task : kTaskNames) {
    std::string word(task);
    std::ranges::replace(word, ' ', '_');  // TaskIndex takes it
    words.push_back(word);
  }
  return words;
}

// What can stand behind an option or as an argument; nothing for a number.
enum class Values { kNone, kWords, kFiles };

Values ValuesOf(const CLI::Option& option, std::vector<std::string>& words) {
  words = ChoicesOf(option);
  const std::string name = DisplayName(option);
  if (words.empty() && (name == "--target" || name == "--task" || name == "--tasks")) {
    words = TaskWords();
  }
  if (!words.empty()) return Values::kWords;
  const std::string value = ValueName(option);
  return value.empty() || value == "N" || value == "X" ? Values::kNone : Values::kFiles;
}

// " dataset info": as the script keeps the words in front of the cursor.
std::string Path(const CLI::App& command) {
  return command.get_parent() == nullptr ? ""
                                         : Path(*command.get_parent()) + " " + command.get_name();
}

struct Parts {
  std::vector<std::string> commands;  // patterns of every command's path
  std::string values;                 // case branches: what may follow an option
  std::string words;                  // case branches: what may stand in a command
};

void AddValueBranches(const CLI::App& command, const std::string& path, Parts& parts) {
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_items_expected_max() == 0 || option->get_lnames().empty()) continue;
      const std::string pattern = fmt::format("\"{} --{}\"", path, option->get_lnames().front());
      std::vector<std::string> words;
      switch (ValuesOf(*option, words)) {
        case Values::kNone:
          parts.values += fmt::format("    {}) return ;;\n", pattern);
          break;
        case Values::kWords:
          parts.values +=
              fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n",
                          pattern, fmt::join(words, " "));
          break;
        case Values::kFiles:
          parts.values += fmt::format("    {}) _saccade_files \"$current\"; return ;;\n", pattern);
          break;
      }
    }
  }
}

void AddCommand(const CLI::App& command, Parts& parts) {
  const std::string path = Path(command);
  std::vector<std::string> words;
  bool files = false;
  for (const CLI::App* sub : Subcommands(command)) words.push_back(sub->get_name());
  for (const CLI::Option* option : command.get_options()) {
    std::vector<std::string> choices;
    if (!option->get_positional()) continue;
    files = files || ValuesOf(*option, choices) == Values::kFiles;
    words.insert(words.end(), choices.begin(), choices.end());
  }
  for (std::string& name : OptionNames(command)) {
    if (name.starts_with("--")) words.push_back(std::move(name));
  }
  parts.words += fmt::format("    \"{}\") words=\"{}{}\" ;;\n", path, files ? "files " : "",
                             fmt::join(words, " "));
  AddValueBranches(command, path, parts);
  if (!path.empty()) parts.commands.push_back(fmt::format("\"{}\"", path));
  for (const CLI::App* sub : Subcommands(command)) AddCommand(*sub, parts);
}

}  // namespace

std::string BashCompletion(const CLI::App& app) {
  Parts parts;
  AddCommand(app, parts);
  return fmt::format(kScript,
                     fmt::arg("commands", fmt::format("{}", fmt::join(parts.commands, "|"))),
                     fmt::arg("values", parts.values), fmt::arg("words", parts.words));
}

void AddCompletion(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("completion", "Print the script that completes commands");
  command->footer("Example:\n  source <(saccade completion bash)");
  command->add_option("shell", "The shell")->required()->check(CLI::IsMember({"bash"}));
  command->callback(
      [&app, &invocation] { invocation.run = [&app] { fmt::print("{}", BashCompletion(app)); }; });
}

}  // namespace saccade::cli
