#include "saccade/capi/boundary.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "saccade/base/json.h"
#include "saccade/base/log_capture.h"
#include "saccade/base/nearest.h"
#include "saccade/base/printable.h"

namespace saccade::capi {
namespace {

// Of the thread's last call. Kept in plain storage, so that out of memory can be said too.
struct ThreadState {
  std::string error;
  std::string warnings;
};
thread_local ThreadState state;

int Fail(int code, std::string_view message) noexcept {
  try {
    state.error = Printable(message.substr(0, message.find('\n')));
  } catch (...) {
    state.error.clear();
  }
  return code;
}

}  // namespace

int Guard(const std::function<void()>& body) { return Guard(nullptr, nullptr, body); }

int Guard(saccade_progress progress, void* data, const std::function<void()>& body) {
  state.warnings.clear();
  try {
    // Without a callback nobody is told: a library does not write on stderr.
    const WatchScope scope({.progress = [progress, data](const ProgressReport& report) {
      return progress == nullptr ||
             progress(std::string(report.title).c_str(), report.done, report.total, data) == 0;
    }});
    const LogCapture capture([](LogLevel level, std::string_view line) {
      if (level == LogLevel::kWarning) state.warnings += std::string(line) + "\n";
    });
    body();
    return SACCADE_OK;
  } catch (const InputError& error) {
    return Fail(SACCADE_WRONG_INPUT, error.what());
  } catch (const Interrupted& error) {
    return Fail(SACCADE_INTERRUPTED, error.what());
  } catch (const std::bad_alloc&) {
    return Fail(SACCADE_FAILED, "out of memory");
  } catch (const std::logic_error& error) {
    return Fail(SACCADE_FAILED,
                fmt::format("a bug in saccade: {}; please report it", error.what()));
  } catch (const std::exception& error) {
    return Fail(SACCADE_FAILED, error.what());
  } catch (...) {
    return Fail(SACCADE_FAILED, "a bug in saccade: an unknown exception; please report it");
  }
}

const char* LastError() { return state.error.c_str(); }
const char* LastWarnings() { return state.warnings.c_str(); }

char* CopyOf(const std::string& text) {
  char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

Options::Options(const char* text) : json_(nlohmann::json::object()) {
  if (text == nullptr || *text == '\0') return;
  json_ = ParseJson(text, "options");
  if (!json_.is_object()) {
    throw InputError(
        fmt::format("options: {} is no JSON object, {{\"name\": value}}", JsonText(json_)));
  }
}

bool Options::Has(const std::string& name) {
  known_.push_back(name);
  return json_.contains(name);
}

void Options::Refuse(const std::string& name) const {
  throw InputError(
      fmt::format("options: {} cannot be {}; see saccade.h", name, JsonText(json_.at(name))));
}

void Options::Finish() const {
  for (const auto& [name, value] : json_.items()) {
    if (std::ranges::find(known_, name) != known_.end()) continue;
    const std::string nearest = NearestWord(name, known_);
    throw InputError(fmt::format("options: {} is unknown{}", name,
                                 nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }
}

}  // namespace saccade::capi
