#include "saccade/cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "saccade/cli/command.h"
#include "saccade/cli/completion_words.h"

namespace saccade::cli {
namespace {

constexpr std::string_view kBash =
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
_saccade_words() {{
  COMPREPLY+=($(compgen -W "$2" -- "$1"))
  if [[ ${{COMPREPLY[0]-}} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}}
_saccade_files() {{
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$1")
}}
complete -F _saccade saccade
)bash";

constexpr std::string_view kZsh =
    R"zsh(#compdef saccade
# Zsh completion of saccade; in a folder of $fpath under the name _saccade:
#   saccade completion zsh > ~/.zfunc/_saccade
_saccade() {{
  local current=$words[CURRENT] previous=$words[CURRENT-1] place="" i
  local -a offered
  if [[ $current == --*=* ]]; then
    previous=${{current%%=*}}
    compset -P '*='
  fi
  for ((i = 2; i < CURRENT; ++i)); do
    case "$place $words[i]" in
      {commands}) place="$place $words[i]" ;;
    esac
  done
  case "$place $previous" in
{values}  esac
  case "$place" in
{words}  esac
}}
if [[ $funcstack[1] == _saccade ]]; then _saccade "$@"; else compdef _saccade saccade; fi
)zsh";

constexpr std::string_view kFish =
    R"fish(# Fish completion of saccade: saccade completion fish > ~/.config/fish/completions/saccade.fish
function __saccade_at
    set -l place ""
    for word in (commandline -opc)[2..-1]
        if contains -- "$place $word" {commands}
            set place "$place $word"
        end
    end
    test "$place" = "$argv[1]"
end
complete -c saccade -f
)fish";

// For the inside of single quotes of bash, zsh and fish alike: rare enough to do without.
std::string Quoted(std::string text) {
  std::erase(text, '\'');
  std::erase(text, '\\');
  return "'" + text + "'";
}

std::string Patterns(const std::vector<CommandWords>& all, const char* between) {
  std::vector<std::string> patterns;
  for (const CommandWords& command : all) {
    if (!command.path.empty()) patterns.push_back(fmt::format("\"{}\"", command.path));
  }
  return fmt::format("{}", fmt::join(patterns, between));
}

// `"<path> --name"|"<path> -n"`: the words before a value.
std::string ValuePattern(const CommandWords& command, const OptionWords& option) {
  std::vector<std::string> patterns;
  for (const std::string& name : option.names) {
    patterns.push_back(fmt::format("\"{} {}\"", command.path, name));
  }
  return fmt::format("{}", fmt::join(patterns, "|"));
}

// zsh's _describe splits names from descriptions at ":".
std::string Described(std::string name, const std::string& description) {
  for (std::size_t i = 0; (i = name.find(':', i)) != std::string::npos; i += 2)
    name.insert(i, "\\");
  return Quoted(name) + ":" + Quoted(description);
}

std::string ZshWords(const CommandWords& command) {
  std::string offered;
  for (const auto& [name, description] : command.commands) {
    offered += " " + Described(name, description);
  }
  for (const std::string& word : command.argument.words) offered += " " + Quoted(word);
  std::string options;
  for (const OptionWords& option : command.options) {
    options += " " + Described(option.names.front(), option.description);
  }
  std::string text = fmt::format("    \"{}\")\n", command.path);
  if (!offered.empty()) {
    text += fmt::format("      offered=({})\n      _describe command offered\n", offered);
  }
  text += fmt::format("      offered=({})\n      _describe option offered\n", options);
  if (command.argument.files) text += "      _files\n";
  return text + "      ;;\n";
}

std::string FishValue(const ValueWords& value) {
  std::string text = value.files ? " -r -F" : " -x";
  if (!value.words.empty()) {
    text += fmt::format(" -a {}", Quoted(fmt::format("{}", fmt::join(value.words, " "))));
  }
  return text;
}

}  // namespace

std::string BashCompletion(const CLI::App& app) {
  std::string values, words;
  const std::vector<CommandWords> all = CompletionOf(app);
  for (const CommandWords& command : all) {
    std::vector<std::string> offered;
    for (const auto& entry : command.commands) offered.push_back(entry.first);
    offered.insert(offered.end(), command.argument.words.begin(), command.argument.words.end());
    for (const OptionWords& option : command.options) {
      if (option.names.front().starts_with("--")) offered.push_back(option.names.front());
      if (!option.takes_value) continue;
      values += fmt::format("    {})", ValuePattern(command, option));
      if (!option.value.words.empty()) {
        values +=
            fmt::format(" _saccade_words \"$current\" \"{}\";", fmt::join(option.value.words, " "));
      }
      if (option.value.files) values += " _saccade_files \"$current\";";
      values += " return ;;\n";
    }
    words += fmt::format("    \"{}\") words=\"{}{}\" ;;\n", command.path,
                         command.argument.files ? "files " : "", fmt::join(offered, " "));
  }
  return fmt::format(kBash, fmt::arg("commands", Patterns(all, "|")), fmt::arg("values", values),
                     fmt::arg("words", words));
}

std::string ZshCompletion(const CLI::App& app) {
  std::string values, words;
  const std::vector<CommandWords> all = CompletionOf(app);
  for (const CommandWords& command : all) {
    for (const OptionWords& option : command.options) {
      if (!option.takes_value) continue;
      values += fmt::format("    {})", ValuePattern(command, option));
      std::vector<std::string> plain, continued;
      for (const std::string& word : option.value.words) {
        (word.ends_with('=') ? continued : plain).push_back(Quoted(word));
      }
      if (!plain.empty()) values += fmt::format(" compadd -- {};", fmt::join(plain, " "));
      if (!continued.empty()) {
        values += fmt::format(" compadd -S '' -- {};", fmt::join(continued, " "));
      }
      if (option.value.files) values += " _files;";
      values += " return ;;\n";
    }
    words += ZshWords(command);
  }
  return fmt::format(kZsh, fmt::arg("commands", Patterns(all, "|")), fmt::arg("values", values),
                     fmt::arg("words", words));
}

std::string FishCompletion(const CLI::App& app) {
  const std::vector<CommandWords> all = CompletionOf(app);
  std::string script = fmt::format(kFish, fmt::arg("commands", Patterns(all, " ")));
  for (const CommandWords& command : all) {
    const std::string start = fmt::format("complete -c saccade -n {}",
                                          Quoted(fmt::format("__saccade_at \"{}\"", command.path)));
    for (const auto& [name, description] : command.commands) {
      script += fmt::format("{} -a {} -d {}\n", start, name, Quoted(description));
    }
    if (command.argument.files) script += start + " -F\n";
    if (!command.argument.words.empty()) {
      script += fmt::format("{} -a {}\n", start,
                            Quoted(fmt::format("{}", fmt::join(command.argument.words, " "))));
    }
    for (const OptionWords& option : command.options) {
      script += start;
      for (const std::string& name : option.names) {
        script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      script += fmt::format("{} -d {}\n", option.takes_value ? FishValue(option.value) : "",
                            Quoted(option.description));
    }
  }
  return script;
}

void AddCompletion(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("completion", "Print the script that completes commands");
  command->footer(
      "Examples:\n"
      "  source <(saccade completion bash)\n"
      "  saccade completion zsh > ~/.zfunc/_saccade\n"
      "  saccade completion fish > ~/.config/fish/completions/saccade.fish");
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&app, shell, &invocation] {
    invocation.run = [&app, shell] {
      fmt::print("{}", *shell == "bash"  ? BashCompletion(app)
                       : *shell == "zsh" ? ZshCompletion(app)
                                         : FishCompletion(app));
    };
  });
}

}  // namespace saccade::cli
