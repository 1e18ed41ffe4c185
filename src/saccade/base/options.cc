#include "saccade/base/options.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/json.h"
#include "saccade/base/nearest.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

// "0 or more", "more than 0", "1 to 6", "0 to 1, 1 excluded".
std::string RangeText(const Range& range, double value) {
  const bool has_end = range.high < kManySteps || value > range.high;
  if (range.low == kAboveZero) {
    return has_end ? fmt::format("more than 0 and at most {:.15g}", range.high) : "more than 0";
  }
  if (!has_end) return fmt::format("{} or more", range.low);
  if (range.high == kBelowOne) return fmt::format("{} to 1, 1 excluded", range.low);
  return fmt::format("{} to {:.15g}", range.low, range.high);
}

void CheckNumber(const OptionField& field, double value, const std::string& origin) {
  if (value >= field.range.low && value <= field.range.high) return;
  throw InputError(origin.empty() ? "options" : origin, field.name, "is {:.15g}; {} is expected",
                   value, RangeText(field.range, value));
}

[[noreturn]] void RefuseType(const OptionField& field, const Json& value,
                             const std::string& expected, const std::string& origin) {
  throw InputError(origin, field.name, "has the value {}, which is not of its type; {} is expected",
                   JsonText(value), expected);
}

void SetField(const OptionField& field, const Json& value, const std::string& origin) {
  if (auto* const* place = std::get_if<bool*>(&field.place)) {
    if (!value.is_boolean()) RefuseType(field, value, "true or false", origin);
    **place = value.get<bool>();
  } else if (auto* const* word = std::get_if<std::string*>(&field.place)) {
    if (!value.is_string()) RefuseType(field, value, "a word", origin);
    **word = value.get<std::string>();
  } else if (const Choice* choice = std::get_if<Choice>(&field.place)) {
    const auto found = value.is_string()
                           ? std::ranges::find(choice->words, value.get_ref<const std::string&>())
                           : choice->words.end();
    if (found == choice->words.end()) {
      throw InputError(origin, field.name, "is {}; {} is expected", JsonText(value),
                       fmt::join(choice->words, " or "));
    }
    choice->set(static_cast<int>(found - choice->words.begin()));
  } else if (auto* const* count = std::get_if<int*>(&field.place)) {
    if (!value.is_number_integer()) RefuseType(field, value, "a whole number", origin);
    // Checked before it could wrap.
    CheckNumber(field, value.get<double>(), origin);
    **count = value.get<int>();
  } else {
    if (!value.is_number()) RefuseType(field, value, "a number", origin);
    CheckNumber(field, value.get<double>(), origin);
    *std::get<double*>(field.place) = value.get<double>();
  }
}

}  // namespace

OptionList& OptionList::Add(OptionField field) {
  fields_.push_back(std::move(field));
  ++members_;
  return *this;
}
OptionList& OptionList::Add(std::string name, int& place, Range range, std::string help) {
  range.low = std::max<double>(range.low, std::numeric_limits<int>::min());
  range.high = std::min(range.high, kManySteps);
  return Add({std::move(name), &place, range, std::move(help)});
}
OptionList& OptionList::Add(std::string name, double& place, Range range, std::string help) {
  return Add({std::move(name), &place, range, std::move(help)});
}
OptionList& OptionList::Add(std::string name, bool& place, std::string help) {
  return Add({std::move(name), &place, {}, std::move(help)});
}
OptionList& OptionList::Add(std::string name, std::string& place, std::string help) {
  return Add({std::move(name), &place, {}, std::move(help)});
}
OptionList& OptionList::Add(OptionList member) {
  std::ranges::move(member.fields_, std::back_inserter(fields_));
  ++members_;
  return *this;
}

Json OptionList::ToJson() const {
  Json document = Json::object();
  for (const OptionField& field : fields_) {
    if (const Choice* choice = std::get_if<Choice>(&field.place)) {
      document[field.name] = choice->words.at(static_cast<std::size_t>(choice->get()));
    } else if (auto* const* number = std::get_if<double*>(&field.place)) {
      document[field.name] = **number;
    } else if (auto* const* count = std::get_if<int*>(&field.place)) {
      document[field.name] = **count;
    } else if (auto* const* flag = std::get_if<bool*>(&field.place)) {
      document[field.name] = **flag;
    } else {
      document[field.name] = *std::get<std::string*>(field.place);
    }
  }
  return document;
}

void OptionList::Set(const Json& document, const std::string& origin) {
  for (const auto& [name, value] : document.items()) {
    const auto found = std::ranges::find(fields_, name, &OptionField::name);
    if (found == fields_.end()) {
      std::vector<std::string> known;
      for (const OptionField& field : fields_) known.push_back(field.name);
      const std::string nearest = NearestWord(name, known);
      throw InputError(origin, name, "is no option here{}",
                       nearest.empty() ? "" : "; did you mean " + nearest + "?");
    }
    SetField(*found, value, origin);
  }
}

void OptionList::Apply(const std::vector<std::string>& settings, const std::string& origin) {
  Set(SettingsJson(settings), origin);
}

void OptionList::Check(const std::string& origin) const {
  for (const OptionField& field : fields_) {
    if (auto* const* number = std::get_if<double*>(&field.place)) {
      CheckNumber(field, **number, origin);
    } else if (auto* const* count = std::get_if<int*>(&field.place)) {
      CheckNumber(field, **count, origin);
    }
  }
}

Json SettingsJson(const std::vector<std::string>& settings) {
  Json document = Json::object();
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw InputError("--set " + setting + ": NAME=VALUE is expected, for example epochs=5");
    }
    const std::string value = setting.substr(equals + 1);
    const Json parsed = Json::parse(value, nullptr, false);
    const bool is_value = !parsed.is_discarded() && !parsed.is_structured();
    document[setting.substr(0, equals)] = is_value ? parsed : Json(value);
  }
  return document;
}

}  // namespace saccade
