#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace saccade {

// Where a number must lie, both ends included. A rate that must not be 0 begins at kAboveZero.
struct Range {
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
};
inline constexpr double kAboveZero = std::numeric_limits<double>::min();
inline constexpr double kBelowOne = 1 - std::numeric_limits<double>::epsilon() / 2;
inline constexpr double kManySteps = 1e9;  // of counts, so that none wraps

// One of several words: an enumeration, or a text that is one of them.
struct Choice {
  std::function<int()> get;  // the word's place; -1: not given
  std::function<void(int)> set;
  std::vector<std::string> words;
  bool optional = false;  // may be left open
};
template <typename Enum>
requires std::is_enum_v<Enum> Choice ChoiceOf(Enum& place, std::vector<std::string> by_value) {
  return {[&place] { return static_cast<int>(place); },
          [&place](int value) { place = static_cast<Enum>(value); }, std::move(by_value)};
}
template <typename Enum>
Choice ChoiceOf(std::optional<Enum>& place, std::vector<std::string> by_value) {
  return {[&place] { return place ? static_cast<int>(*place) : -1; },
          [&place](int value) {
            place = value < 0 ? std::nullopt : std::optional(static_cast<Enum>(value));
          },
          std::move(by_value), true};
}
// Open while it is none of them.
Choice ChoiceOf(std::string& place, std::vector<std::string> words);

// What is written as a text: a path, a size. Empty: not given.
struct OptionText {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;  // may throw InputError
};
struct OptionTexts {
  std::function<std::vector<std::string>()> get;
  std::function<void(std::vector<std::string>)> set;
  bool commas = false;                  // on the command line: one word with commas
  std::vector<std::string> words = {};  // what they may be; empty: anything
};
// So many numbers, or none where that is allowed: shares of splits.
struct OptionNumbers {
  std::function<std::vector<double>()> get;
  std::function<void(const std::vector<double>&)> set;
  std::size_t count = 0;
  Range range = {};       // of each
  bool optional = false;  // may be none
};
template <std::size_t N>
OptionNumbers NumbersOf(std::array<double, N>& place, Range each) {
  return {[&place] { return std::vector<double>(place.begin(), place.end()); },
          [&place](const std::vector<double>& numbers) {
            std::copy_n(numbers.begin(), N, place.begin());
          },
          N, each};
}
OptionText TextOf(std::filesystem::path& place);
OptionTexts TextsOf(std::vector<std::string>& place);
OptionTexts TextsOf(std::vector<std::filesystem::path>& place);
// With commas on the command line.
OptionTexts WordsOf(std::vector<std::string>& place, std::vector<std::string> words = {});

// One named option of an options struct.
struct OptionField {
  std::string name;
  std::variant<int*, std::uint64_t*, double*, std::optional<int>*, std::optional<double>*, bool*,
               std::string*, Choice, OptionText, OptionTexts, OptionNumbers>
      place;
  Range range = {};  // of numbers
  std::string help;
  std::string value = {};  // what --help calls it: FILE
};

// The description of one options struct, made once (OptionList OptionsOf(MyOptions&)) and serving
// JSON, equality, --set NAME=VALUE, the command line with its --help, and bindings. A test compares
// members() with MemberCount<MyOptions>(), so that none is forgotten.
class OptionList {
 public:
  // A number, which may be optional.
  template <typename Number>
  requires(!std::is_enum_v<Number>) OptionList& Add(std::string name, Number& place, Range range,
                                                    std::string help) {
    return Add({std::move(name), &place, range, std::move(help)});
  }
  OptionList& Add(std::string name, bool& place, std::string help);
  OptionList& Add(std::string name, std::string& place, std::string help);
  // A Choice, OptionText, OptionTexts or OptionNumbers; `value` is what --help calls it.
  template <typename Place>
  requires(!std::is_reference_v<Place> &&
           !std::is_enum_v<Place>) OptionList& Add(std::string name, Place&& place,
                                                   std::string help, std::string value = {}) {
    return Add(
        {std::move(name), std::forward<Place>(place), {}, std::move(help), std::move(value)});
  }
  template <typename Enum>
  requires std::is_enum_v<Enum> OptionList& Add(std::string name, Enum& place,
                                                std::vector<std::string> words, std::string help) {
    return Add(std::move(name), ChoiceOf(place, std::move(words)), std::move(help));
  }
  // A member that is a struct itself: its options stand among the others.
  OptionList& Add(OptionList member);
  // Members that only a program can give: callbacks, values in memory.
  OptionList& Omit(std::size_t members = 1);
  // Without options that this caller gives otherwise; each must be there.
  OptionList& Drop(std::initializer_list<std::string_view> names);
  OptionField Take(std::string_view name);

  const std::vector<OptionField>& fields() const { return fields_; }
  std::size_t members() const { return members_; }  // of the struct itself

  // All options with their values, in the order in which they were added.
  nlohmann::ordered_json ToJson() const;
  // Sets those that the object names. Throws InputError, with `origin` as the file, for a value of
  // another type or outside its range, and for an unknown name, suggesting the nearest.
  void Set(const nlohmann::ordered_json& document, const std::string& origin);
  // The same for "NAME=VALUE"; what is no JSON is a word.
  void Apply(const std::vector<std::string>& settings, const std::string& origin);
  // Throws InputError when a number lies outside its range.
  void Check(const std::string& origin = "") const;

 private:
  OptionList& Add(OptionField field);

  std::vector<OptionField> fields_;
  std::size_t members_ = 0;
};

// Whether two options structs say the same, by their description.
template <typename Struct>
bool SameOptions(Struct a, Struct b) {
  return OptionsOf(a).ToJson() == OptionsOf(b).ToJson();
}

// Throws InputError when a number of the struct lies outside its range.
template <typename Struct>
void CheckRanges(Struct options) {
  OptionsOf(options).Check();
}

// "NAME=VALUE" texts as an object; what is no JSON is a word. Throws InputError without a "=".
nlohmann::ordered_json SettingsJson(const std::vector<std::string>& settings);

namespace internal {
struct Anything {
  template <typename T>
  operator T() const;
};
template <typename T, std::size_t... I>
constexpr bool TakesMembers(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Anything{})...}; };
}
template <typename T, std::size_t N = 64>
constexpr std::size_t CountMembers() {
  if constexpr (TakesMembers<T>(std::make_index_sequence<N>{})) {
    return N;
  } else {
    return CountMembers<T, N - 1>();
  }
}
}  // namespace internal

// Members of an aggregate; each base counts as one.
template <typename T>
constexpr std::size_t MemberCount() {
  return internal::CountMembers<T>();
}

}  // namespace saccade
