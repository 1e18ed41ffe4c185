#include "saccade/cli/parse_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "saccade/base/nearest.h"
#include "saccade/cli/command_tree.h"

namespace saccade::cli {
namespace {

bool Is(const CLI::ParseError& error, CLI::ExitCodes code) {
  return error.get_exit_code() == static_cast<int>(code);
}

std::string DidYouMean(const std::string& typed, const std::vector<std::string>& known) {
  const std::string nearest = NearestWord(typed, known);
  return nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest);
}

// A word or an option that nothing takes.
std::string UnknownArgument(const CLI::App& command, const std::string& argument) {
  const std::string see = fmt::format("See {} --help", CommandName(command));
  if (argument.starts_with("-") && argument.size() > 1) {
    const std::string name = argument.substr(0, argument.find('='));
    return fmt::format("{}: unknown option; {}{}", name, DidYouMean(name, OptionNames(command)),
                       see);
  }
  std::vector<std::string> commands;
  for (const CLI::App* sub : Subcommands(command)) commands.push_back(sub->get_name());
  if (!commands.empty()) {
    return fmt::format("{}: unknown command; {}{}", argument, DidYouMean(argument, commands), see);
  }
  return fmt::format("{}: unexpected argument; leave it out. {}", argument, see);
}

std::string MissingPart(const CLI::App& command, std::string what) {
  const std::string name = CommandName(command);
  std::vector<std::string> commands;
  for (const CLI::App* sub : Subcommands(command)) commands.push_back(sub->get_name());
  if (!commands.empty()) {
    return fmt::format("{}: a command is missing; give one of {}. See {} --help", name,
                       fmt::join(commands, ", "), name);
  }
  constexpr std::string_view kIsRequired = " is required";
  if (what.ends_with(kIsRequired)) what.resize(what.size() - kIsRequired.size());
  return fmt::format("{} is missing; give it. See {} --help", what, name);
}

// "Could not convert: --seed = abc" -> "--seed: abc is not a whole number of 0 or more".
std::string BadValue(const std::string& what) {
  constexpr std::string_view kPrefix = "Could not convert: ";
  const std::size_t equals = what.find(" = ");
  if (!what.starts_with(kPrefix) || equals == std::string::npos) return what;
  const std::string name = what.substr(kPrefix.size(), equals - kPrefix.size());
  return fmt::format("{}: '{}' is not a value that it takes", name, what.substr(equals + 3));
}

// "--seed: 1 required UINT missing" -> "--seed: a value is missing".
std::string MissingValue(const std::string& what) {
  const std::size_t colon = what.find(':');
  if (!what.ends_with(" missing") || colon == std::string::npos) return what;
  return what.substr(0, colon) + ": a value is missing behind it";
}

// Of json_config, complete, or of CLI11, which only knows that the file is missing.
std::string ConfigProblem(const std::string& what) {
  const std::size_t missing = what.find(" was not readable (missing?)");
  if (missing == std::string::npos) return what;
  return what.substr(0, missing) + ": cannot be opened; check the path behind --config";
}

std::string Reworded(const CLI::ParseError& error) {
  const std::string what = error.what();
  if (Is(error, CLI::ExitCodes::ConversionError)) return BadValue(what);
  if (Is(error, CLI::ExitCodes::ArgumentMismatch)) return MissingValue(what);
  if (Is(error, CLI::ExitCodes::ExcludesError)) {
    const std::size_t verb = what.find(" excludes ");
    return fmt::format("{} and {} cannot be given together", what.substr(0, verb),
                       what.substr(verb + 10));
  }
  if (Is(error, CLI::ExitCodes::RequiresError)) {
    const std::size_t verb = what.find(" requires ");
    return fmt::format("{} needs {} beside it", what.substr(0, verb), what.substr(verb + 10));
  }
  return what;
}

}  // namespace

std::string ParseErrorLine(CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = *ChosenCommands(app).back();
  // A mistyped option is often reported as something else (it is missing under its right name, its
  // value is taken for an argument): the typing error is the one to report.
  const bool missing = Is(error, CLI::ExitCodes::RequiredError);
  std::vector<std::string> unknown = app.remaining(/*recurse=*/true);
  std::ranges::stable_partition(unknown, [](const auto& word) { return word.starts_with('-'); });
  const bool mistyped = !unknown.empty() && unknown.front().starts_with('-');
  std::string line;
  if (mistyped || (!unknown.empty() && (missing || Is(error, CLI::ExitCodes::ExtrasError)))) {
    line = UnknownArgument(command, unknown.front());
  } else if (missing) {
    line = MissingPart(command, error.what());
  } else if (Is(error, CLI::ExitCodes::FileError)) {
    line = ConfigProblem(error.what());
  } else {
    line = fmt::format("{}; see {} --help", Reworded(error), CommandName(command));
  }
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace saccade::cli
