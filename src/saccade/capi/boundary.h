#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/base/watch.h"
#include "saccade/capi/saccade.h"

// The border between C and the layers: what is thrown becomes a code and a message of the thread,
// what is logged becomes its warnings.
namespace saccade::capi {

// Runs `body` for a function of the interface: nothing passes but its code.
int Guard(const std::function<void()>& body);
// The same with someone to tell how far it is.
int Guard(saccade_progress progress, void* data, const std::function<void()>& body);

// Of the calling thread.
const char* LastError();
const char* LastWarnings();

// An argument that must be there. `name` is that of the header.
template <typename T>
T& Need(T* argument, std::string_view name) {
  if (argument == nullptr) {
    throw InputError(fmt::format("argument {}: is NULL; give a value", name));
  }
  return *argument;
}

// A copy for the caller, who gives it to saccade_text_free.
char* CopyOf(const std::string& text);

// An `options` argument. Take() what is known, then Finish() refuses the rest.
//   Options options(text);
//   options.Take("samples", predict.samples);
//   options.Finish();
class Options {
 public:
  // Throws InputError when the text is not a JSON object.
  explicit Options(const char* text);

  bool Has(const std::string& name);
  // Changes `value` if the option is there. Throws InputError when it is of another type.
  template <typename T>
  void Take(const std::string& name, T& value) {
    if (!Has(name)) return;
    try {
      value = json_[name].get<T>();
    } catch (const nlohmann::json::exception&) {
      Refuse(name);
    }
    // JSON turns numbers into one another; a fraction is no count.
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (!json_[name].is_number_integer() || json_[name] != nlohmann::json(value)) Refuse(name);
    }
  }
  // One of `words`; gives its place.
  template <typename T>
  void TakeWord(const std::string& name, const std::vector<std::string>& words, T& value) {
    std::string word;
    if (!Has(name)) return;
    Take(name, word);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == word) {
        value = static_cast<T>(i);
        return;
      }
    }
    Refuse(name);
  }
  // Throws InputError for a name that nobody has taken, with the nearest one that somebody has.
  void Finish() const;

 private:
  [[noreturn]] void Refuse(const std::string& name) const;

  nlohmann::json json_;
  std::vector<std::string> known_;
};

}  // namespace saccade::capi
