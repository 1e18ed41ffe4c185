#include "saccade/cli/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "saccade/base/printable.h"

namespace saccade::cli {
namespace {

// Whether the whole text is one number of this type.
template <typename Number>
bool IsNumber(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && std::isfinite(static_cast<double>(value));
}

template <typename Number>
void Check(CLI::Option& option, const char* expected) {
  CLI::Validator validator;
  validator.operation([expected](std::string& text) {
    if (IsNumber<Number>(text)) return std::string();
    return fmt::format("'{}' is not {}", Printable(text, 60), expected);
  });
  option.check(validator);
}

}  // namespace

void CheckNumbers(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const std::string type = option->get_type_name();
    const std::string_view kind = std::string_view(type).substr(0, type.find(':'));
    if (kind == "INT" || kind == "N") Check<int>(*option, "a whole number that an option may have");
    if (kind == "UINT") Check<std::uint64_t>(*option, "a whole number of 0 or more");
    if (kind == "FLOAT" || kind == "SHARE" || kind == "A,B,C") Check<double>(*option, "a number");
  }
  for (CLI::App* command : app.get_subcommands(nullptr)) CheckNumbers(*command);
}

}  // namespace saccade::cli
