#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
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

// An enumeration, whose values have words.
struct Choice {
  std::function<int()> get;
  std::function<void(int)> set;
  std::vector<std::string> words;  // by value
};

// One named option of an options struct.
struct OptionField {
  std::string name;
  std::variant<int*, double*, bool*, std::string*, Choice> place;
  Range range = {};  // of numbers
  std::string help;
};

// The description of one options struct, made once (OptionList OptionsOf(MyOptions&)) and serving
// JSON, equality, --set NAME=VALUE, the list that --help shows, and bindings. A test compares
// members() with MemberCount<MyOptions>(), so that none is forgotten.
class OptionList {
 public:
  OptionList& Add(std::string name, int& place, Range range, std::string help);
  OptionList& Add(std::string name, double& place, Range range, std::string help);
  OptionList& Add(std::string name, bool& place, std::string help);
  OptionList& Add(std::string name, std::string& place, std::string help);
  template <typename Enum>
  requires std::is_enum_v<Enum> OptionList& Add(std::string name, Enum& place,
                                                std::vector<std::string> words, std::string help) {
    Choice choice{[&place] { return static_cast<int>(place); },
                  [&place](int value) { place = static_cast<Enum>(value); }, std::move(words)};
    return Add({std::move(name), std::move(choice), {}, std::move(help)});
  }
  // A member that is a struct itself: its options stand among the others.
  OptionList& Add(OptionList member);

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
