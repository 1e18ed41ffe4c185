#include "saccade/base/options.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

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

void CheckNumber(const std::string& name, const Range& range, double value,
                 const std::string& origin) {
  if (value >= range.low && value <= range.high) return;
  if (origin == "--") {
    throw InputError(
        fmt::format("--{} is {:.15g}; {} is expected", name, value, RangeText(range, value)));
  }
  throw InputError(origin.empty() ? "options" : origin, name, "is {:.15g}; {} is expected", value,
                   RangeText(range, value));
}

struct Setter {
  const OptionField& field;
  const Json& value;
  const std::string& origin;

  [[noreturn]] void Refuse(const std::string& expected) const {
    throw InputError(origin, field.name,
                     "has the value {}, which is not of its type; {} is expected", JsonText(value),
                     expected);
  }
  template <typename Words>
  [[noreturn]] void RefuseWord(const Json& word, const Words& expected) const {
    throw InputError(origin, field.name, "is {}; {} is expected", JsonText(word),
                     fmt::join(expected, " or "));
  }
  std::string Word(const Json& word) const {
    if (!word.is_string()) Refuse("a word");
    return word.get<std::string>();
  }
  double Number(const Json& number, const Range& range) const {
    if (!number.is_number()) Refuse("a number");
    CheckNumber(field.name, range, number.get<double>(), origin);
    return number.get<double>();
  }
  template <typename Count>
  void Set(Count& place) const {
    if (!value.is_number_integer()) Refuse("a whole number");
    Number(value, field.range);  // checked before it could wrap
    place = value.get<Count>();
  }
  void Set(double& place) const { place = Number(value, field.range); }
  void Set(bool& place) const {
    if (!value.is_boolean()) Refuse("true or false");
    place = value.get<bool>();
  }
  void Set(std::string& place) const { place = Word(value); }
  template <typename T>
  void Set(std::optional<T>& place) const {
    if (value.is_null()) return place.reset();
    T given{};
    Set(given);
    place = given;
  }

  template <typename Place>
  void operator()(Place* place) const {
    Set(*place);
  }
  void operator()(const Choice& choice) const {
    if (choice.optional && value.is_null()) return choice.set(-1);
    if (!value.is_string()) RefuseWord(value, choice.words);
    const auto found = std::ranges::find(choice.words, value.get_ref<const std::string&>());
    if (found == choice.words.end()) RefuseWord(value, choice.words);
    choice.set(static_cast<int>(found - choice.words.begin()));
  }
  void operator()(const OptionText& text) const { text.set(Word(value)); }
  void operator()(const OptionTexts& texts) const {
    std::vector<std::string> words;
    for (const Json& word : value.is_array() ? value : Json::array({value})) {
      words.push_back(Word(word));
      const bool known = texts.words.empty() || std::ranges::count(texts.words, words.back()) > 0;
      if (!known) RefuseWord(word, texts.words);
    }
    texts.set(std::move(words));
  }
  void operator()(const OptionNumbers& list) const {
    const bool none = list.optional && value.empty();
    if (!value.is_array() || (value.size() != list.count && !none)) {
      Refuse(fmt::format("a list of {} numbers", list.count));
    }
    std::vector<double> numbers;
    for (const Json& number : value) numbers.push_back(Number(number, list.range));
    list.set(numbers);
  }
};

struct Getter {
  template <typename Plain>
  Json operator()(Plain* place) const {
    return *place;
  }
  template <typename Number>
  Json operator()(std::optional<Number>* place) const {
    return *place ? Json(**place) : Json();
  }
  Json operator()(const Choice& choice) const {
    const int word = choice.get();
    return word < 0 ? Json() : Json(choice.words.at(static_cast<std::size_t>(word)));
  }
  Json operator()(const OptionText& text) const { return text.get(); }
  Json operator()(const OptionTexts& texts) const { return texts.get(); }
  Json operator()(const OptionNumbers& list) const { return list.get(); }
};

}  // namespace

Choice ChoiceOf(std::string& place, std::vector<std::string> words) {
  const auto get = [&place, words] {
    const auto found = std::ranges::find(words, place);
    return found == words.end() ? -1 : static_cast<int>(found - words.begin());
  };
  const auto set = [&place, words](int word) { place = word < 0 ? "" : words[word]; };
  return {get, set, words, true};
}

OptionText TextOf(std::filesystem::path& place) {
  return {[&place] { return place.string(); }, [&place](const std::string& text) { place = text; }};
}
OptionTexts TextsOf(std::vector<std::string>& place) {
  return {[&place] { return place; },
          [&place](std::vector<std::string> texts) { place = std::move(texts); }};
}
OptionTexts TextsOf(std::vector<std::filesystem::path>& place) {
  return {[&place] { return std::vector<std::string>(place.begin(), place.end()); },
          [&place](const std::vector<std::string>& texts) {
            place.assign(texts.begin(), texts.end());
          }};
}
OptionTexts WordsOf(std::vector<std::string>& place, std::vector<std::string> words) {
  OptionTexts texts = TextsOf(place);
  texts.commas = true;
  texts.words = std::move(words);
  return texts;
}

OptionList& OptionList::Add(OptionField field) {
  Range& range = field.range;
  if (std::holds_alternative<std::uint64_t*>(field.place)) range.low = std::max(range.low, 0.0);
  if (std::holds_alternative<int*>(field.place) ||
      std::holds_alternative<std::optional<int>*>(field.place)) {
    range.low = std::max<double>(range.low, std::numeric_limits<int>::min());
    range.high = std::min(range.high, kManySteps);
  }
  fields_.push_back(std::move(field));
  ++members_;
  return *this;
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

OptionList& OptionList::Omit(std::size_t members) {
  members_ += members;
  return *this;
}
OptionList& OptionList::Drop(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) Take(name);
  return *this;
}
OptionField OptionList::Take(std::string_view name) {
  const auto found = std::ranges::find(fields_, name, &OptionField::name);
  if (found == fields_.end()) throw std::logic_error(fmt::format("no option is called {}", name));
  OptionField field = std::move(*found);
  fields_.erase(found);
  return field;
}

Json OptionList::ToJson() const {
  Json document = Json::object();
  for (const OptionField& field : fields_) document[field.name] = std::visit(Getter(), field.place);
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
    std::visit(Setter{*found, value, origin}, found->place);
  }
}

void OptionList::Apply(const std::vector<std::string>& settings, const std::string& origin) {
  Set(SettingsJson(settings), origin);
}

void OptionList::Check(const std::string& origin) const {
  for (const OptionField& field : fields_) {
    const Json value = std::visit(Getter(), field.place);
    if (value.is_number()) CheckNumber(field.name, field.range, value.get<double>(), origin);
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
