#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/base/options.h"
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
// The same of a document, as the command line writes it to a file.
char* CopyOf(const nlohmann::ordered_json& document);

// An `options` argument: JSON text, NULL or "" for none, sets what the description has. Throws
// InputError for any other name, with the nearest one, and for values out of place.
void Read(const char* options, OptionList list);

}  // namespace saccade::capi
