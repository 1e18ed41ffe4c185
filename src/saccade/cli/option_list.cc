#include "saccade/cli/option_list.h"

namespace saccade::cli {
namespace {

struct Adder {
  CLI::App& command;
  const OptionField& field;
  const std::string& name;

  // Whole numbers are shown as such.
  template <typename Number>
  CLI::Option* Ranged(CLI::Option* option, const Range& range) const {
    if (range.low == Range().low && range.high == Range().high) return option;
    return option->check(
        CLI::Range(static_cast<Number>(range.low), static_cast<Number>(range.high)));
  }
  CLI::Option* operator()(int* place) const {
    return Ranged<int>(command.add_option(name, *place, field.help)->capture_default_str(),
                       field.range);
  }
  CLI::Option* operator()(std::uint64_t* place) const {
    CLI::Option* option = command.add_option(name, *place, field.help)->capture_default_str();
    if (field.range.high == Range().high) return option;
    return Ranged<std::uint64_t>(option, field.range);
  }
  CLI::Option* operator()(double* place) const {
    return Ranged<double>(command.add_option(name, *place, field.help)->capture_default_str(),
                          field.range);
  }
  CLI::Option* operator()(std::optional<int>* place) const {
    return Ranged<int>(command.add_option(name, *place, field.help), field.range);
  }
  CLI::Option* operator()(std::optional<double>* place) const {
    return Ranged<double>(command.add_option(name, *place, field.help), field.range);
  }
  CLI::Option* operator()(bool* place) const { return command.add_flag(name, *place, field.help); }
  CLI::Option* operator()(std::string* place) const {
    return command.add_option(name, *place, field.help)->capture_default_str();
  }
  CLI::Option* operator()(const Choice& choice) const {
    const auto set = [choice](const std::string& typed) {
      choice.set(static_cast<int>(std::ranges::find(choice.words, typed) - choice.words.begin()));
    };
    CLI::Option* option = command.add_option_function<std::string>(name, set, field.help);
    if (choice.get() >= 0) option->default_str(choice.words.at(choice.get()));
    return option->check(CLI::IsMember(choice.words));
  }
  CLI::Option* operator()(const OptionText& text) const {
    return command.add_option_function<std::string>(name, text.set, field.help)
        ->default_str(text.get());
  }
  CLI::Option* operator()(const OptionTexts& texts) const {
    const auto set = [texts](const std::vector<std::string>& typed) { texts.set(typed); };
    CLI::Option* option =
        command.add_option_function<std::vector<std::string>>(name, set, field.help);
    if (!texts.get().empty()) option->default_str("[" + CLI::detail::join(texts.get()) + "]");
    if (texts.commas) option->delimiter(',')->allow_extra_args(false);
    return texts.words.empty() ? option : option->check(CLI::IsMember(texts.words));
  }
  CLI::Option* operator()(const OptionNumbers& list) const {
    const auto set = [list](const std::vector<double>& typed) { list.set(typed); };
    CLI::Option* option = command.add_option_function<std::vector<double>>(name, set, field.help);
    if (!list.get().empty()) option->default_str("[" + CLI::detail::join(list.get()) + "]");
    return Ranged<double>(option->expected(static_cast<int>(list.count))->delimiter(','),
                          list.range);
  }
};

}  // namespace

CLI::Option* AddOption(CLI::App& command, const OptionField& field, const std::string& name) {
  const std::string called = name.empty() ? "--" + field.name : name;
  CLI::Option* option = std::visit(Adder{command, field, called}, field.place);
  return field.value.empty() ? option : option->type_name(field.value);
}

void AddOptions(CLI::App& command, const OptionList& options) {
  for (const OptionField& field : options.fields()) AddOption(command, field);
}

}  // namespace saccade::cli
