#include "saccade/scene/trial_fields.h"

#include <charconv>
#include <cmath>

namespace saccade {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;

[[noreturn]] void WrongType(std::string_view field, const element& value,
                            std::string_view expected) {
  const bool non_finite = value.is_string() && IsNonFinite(value.get_string().value_unsafe());
  Bad(non_finite ? "NaN" : "wrong type", "{} is {}; {} is expected", field, KindOf(value),
      expected);
}

}  // namespace

std::optional<element> TrialFields::Find(std::string_view key) const {
  element value;
  if (fields_.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

bool TrialFields::Has(std::string_view key) const { return Find(key).has_value(); }

std::optional<double> TrialFields::NumberIn(const element& value) {
  double number = 0;
  if (value.get_double().get(number) == simdjson::SUCCESS) return number;
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
    return std::nullopt;
  }
  numbers_as_text_ = true;
  return number;
}

std::optional<std::string> TrialFields::Text(std::string_view key) {
  const auto value = Find(key);
  if (!value) return std::nullopt;
  std::string_view text;
  if (value->get_string().get(text) != simdjson::SUCCESS) WrongType(key, *value, "a name");
  return std::string(text);
}

std::optional<double> TrialFields::Number(std::string_view key) {
  const auto value = Find(key);
  if (!value) return std::nullopt;
  const auto number = NumberIn(*value);
  if (!number) WrongType(key, *value, "a number");
  return number;
}

std::optional<bool> TrialFields::Flag(std::string_view key) {
  const auto value = Find(key);
  if (!value) return std::nullopt;
  bool truth = false;
  if (value->get_bool().get(truth) == simdjson::SUCCESS) return truth;
  const auto number = NumberIn(*value);
  if (number != 0. && number != 1.) WrongType(key, *value, "0 or 1");
  return number == 1.;
}

Identifier TrialFields::Name(std::string_view key) {
  const auto value = Find(key);
  if (!value) return {};
  std::string_view text;
  if (value->get_string().get(text) == simdjson::SUCCESS) {
    return Identifier(text.ends_with(".0") ? std::string(text.substr(0, text.size() - 2))
                                           : std::string(text));
  }
  double number = 0;
  constexpr double kLargest = 9007199254740992;  // 2^53
  if (value->get_double().get(number) != simdjson::SUCCESS || number != std::trunc(number) ||
      std::abs(number) > kLargest) {
    WrongType(key, *value, "a name or a whole number");
  }
  return Identifier(std::to_string(static_cast<std::int64_t>(number)));
}

bool TrialFields::Numbers(std::string_view key, std::vector<double>& numbers) {
  return ReadList(key, numbers, [](const element&) { return false; });
}

bool TrialFields::NumbersOrNaN(std::string_view key, std::vector<double>& numbers) {
  return ReadList(key, numbers, [](const element& entry) {
    std::string_view text;
    return entry.is_null() ||
           (entry.get_string().get(text) == simdjson::SUCCESS && IsNonFinite(text));
  });
}

bool TrialFields::ReadList(std::string_view key, std::vector<double>& numbers,
                           bool (*is_none)(const element&)) {
  numbers.clear();
  const auto value = Find(key);
  if (!value) return false;
  array values;
  if (value->get_array().get(values) != simdjson::SUCCESS) WrongType(key, *value, "a list");
  for (const element entry : values) {
    const auto number = is_none(entry) ? std::nan("") : NumberIn(entry);
    if (!number) WrongType(fmt::format("{}[{}]", key, numbers.size()), entry, "a number");
    numbers.push_back(*number);
  }
  return true;
}

}  // namespace saccade
