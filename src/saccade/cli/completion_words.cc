#include "saccade/cli/completion_words.h"

#include <algorithm>

#include "saccade/cli/command_tree.h"
#include "saccade/scene/category.h"

namespace saccade::cli {
namespace {

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
ValueWords ValueOf(const CLI::Option& option) {
  ValueWords value{SuggestionsOf(option), false};
  const std::string name = DisplayName(option);
  if (value.words.empty() && (name == "--target" || name == "--task" || name == "--tasks")) {
    value.words = TaskWords();
  }
  const std::string type = ValueName(option);
  // A name of an installed model may as well be a folder.
  const bool closed = !ChoicesOf(option).empty() || (!value.words.empty() && name != "--model");
  value.files = !closed && !type.empty() && type != "N" && type != "X";
  return value;
}

std::string PathOf(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? "" : PathOf(*parent) + " " + command.get_name();
}

OptionWords WordsOf(const CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  words.description = option.get_description();
  words.takes_value = option.get_items_expected_max() > 0;
  if (words.takes_value) words.value = ValueOf(option);
  return words;
}

void AddCommand(const CLI::App& command, std::vector<CommandWords>& all) {
  CommandWords words{PathOf(command), {}, {}, {}};
  for (const CLI::App* sub : Subcommands(command)) {
    words.commands.emplace_back(sub->get_name(), sub->get_description());
  }
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const ValueWords value = ValueOf(*option);
    words.argument.files = words.argument.files || value.files;
    words.argument.words.insert(words.argument.words.end(), value.words.begin(), value.words.end());
  }
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      OptionWords option_words = WordsOf(*option);
      // --help is of every level.
      const bool known = std::ranges::any_of(words.options, [&](const OptionWords& other) {
        return other.names == option_words.names;
      });
      if (!option_words.names.empty() && !known) words.options.push_back(option_words);
    }
  }
  all.push_back(std::move(words));
  for (const CLI::App* sub : Subcommands(command)) AddCommand(*sub, all);
}

}  // namespace

std::vector<CommandWords> CompletionOf(const CLI::App& app) {
  std::vector<CommandWords> all;
  AddCommand(app, all);
  return all;
}

}  // namespace saccade::cli
