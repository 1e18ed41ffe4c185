#include "saccade/cli/json_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/json.h"
#include "saccade/base/nearest.h"
#include "saccade/cli/command_tree.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::json;

// CLI11 asks for this kind of error only after --help and --version were served.
template <typename... Args>
[[noreturn]] void Refuse(const std::string& file, const std::string& where,
                         fmt::format_string<Args...> format, Args&&... args) {
  throw CLI::FileError(
      fmt::format("{}:{}: {}", file, where, fmt::format(format, std::forward<Args>(args)...)));
}

class JsonConfig : public CLI::Config {
 public:
  explicit JsonConfig(CLI::App& app) : app_(app) {}

  std::string to_config(const CLI::App*, bool, bool, std::string) const override { return ""; }

  // Sets the options itself, so that its errors can name the file, and leaves nothing to CLI11.
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    const std::string file = app_.get_option("--config")->as<std::string>();
    Json document;
    const std::string text(std::istreambuf_iterator<char>(input), {});
    try {
      CheckJsonDepth(text, file);
      document = Json::parse(text, nullptr, /*allow_exceptions=*/true, /*ignore_comments=*/true);
    } catch (const Json::exception& error) {
      const std::string what = error.what();
      const std::size_t end_of_code = what.find("] ");
      throw CLI::FileError(
          fmt::format("{}: is no JSON: {}; repair it", file, what.substr(end_of_code + 2)));
    }
    if (!document.is_object()) {
      Refuse(file, "1", "an object is expected, such as {{\"seed\": 1}}; found {}",
             document.type_name());
    }
    std::vector<CLI::App*> chosen = ChosenCommands(app_);
    std::ranges::reverse(chosen);
    Apply(file, document, chosen, /*wanted=*/true);
    return {};
  }

 private:
  // `commands`: where a name is looked up, in this order. An object of a command that was not
  // chosen is only checked.
  void Apply(const std::string& file, const Json& object, const std::vector<CLI::App*>& commands,
             bool wanted) const {
    for (const auto& [name, value] : object.items()) {
      if (value.is_object()) {
        ApplyToSubcommand(file, name, value, commands);
        continue;
      }
      CLI::Option* option = Find(commands, name);
      if (option == nullptr) RefuseUnknown(file, name, commands);
      if (wanted && option->empty()) Set(file, name, value, *option);
    }
  }

  void ApplyToSubcommand(const std::string& file, const std::string& name, const Json& object,
                         const std::vector<CLI::App*>& commands) const {
    for (CLI::App* command : commands) {
      for (CLI::App* sub :
           command->get_subcommands([&](CLI::App* s) { return s->check_name(name); })) {
        return Apply(file, object, {sub}, command->got_subcommand(sub));
      }
    }
    RefuseUnknown(file, name, commands);
  }

  static CLI::Option* Find(const std::vector<CLI::App*>& commands, const std::string& name) {
    if (name == "config" || name == "help" || name == "version") return nullptr;
    for (CLI::App* command : commands) {
      CLI::Option* option = command->get_option_no_throw("--" + name);
      if (option == nullptr) option = command->get_option_no_throw(name);
      if (option != nullptr) return option;
    }
    return nullptr;
  }

  [[noreturn]] static void RefuseUnknown(const std::string& file, const std::string& name,
                                         const std::vector<CLI::App*>& commands) {
    std::vector<std::string> known;
    for (const CLI::App* command : commands) {
      for (const CLI::Option* option : command->get_options()) {
        const auto& names = option->get_lnames();
        known.insert(known.end(), names.begin(), names.end());
      }
      for (const CLI::App* sub : Subcommands(*command)) known.push_back(sub->get_name());
    }
    const std::string nearest = NearestWord(name, known);
    const std::string help = CommandName(*commands.front());
    if (nearest.empty()) Refuse(file, name, "unknown option; see {} --help", help);
    Refuse(file, name, "unknown option; did you mean {}? See {} --help", nearest, help);
  }

  static void Set(const std::string& file, const std::string& name, const Json& value,
                  CLI::Option& option) {
    if (value.is_null() || (value.is_array() && value.empty())) return;  // nothing is given
    try {
      if (value.is_boolean() && option.get_items_expected_min() == 0) {
        // Only a flag that can be negated has something to set for false.
        if (!value.get<bool>() && option.get_fnames().empty()) return;
        option.add_result(option.get_flag_value(name, value.get<bool>() ? "" : "false"));
      } else if (value.is_array()) {
        for (const Json& entry : value) option.add_result(Text(file, name, entry));
      } else {
        option.add_result(Text(file, name, value));
      }
      option.run_callback();
    } catch (const CLI::FileError&) {
      throw;
    } catch (const CLI::ParseError& error) {
      Refuse(file, name, "{} is not a value of this option ({})", JsonText(value), error.what());
    }
  }

  static std::string Text(const std::string& file, const std::string& name, const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number() || value.is_boolean()) return value.dump();
    Refuse(file, name, "a text, a number, true, false or a list of them is expected; found {}",
           value.type_name());
  }

  CLI::App& app_;
};

}  // namespace

void AddConfigOption(CLI::App& app) {
  app.config_formatter(std::make_shared<JsonConfig>(app));
  app.set_config("--config", "", "Options in a JSON file, by name; the command line wins")
      ->type_name("FILE");
}

}  // namespace saccade::cli
