#include "saccade/capi/boundary.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>

#include "saccade/base/json.h"
#include "saccade/base/log_capture.h"
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

char* CopyOf(const nlohmann::ordered_json& document) { return CopyOf(document.dump(2) + "\n"); }

void Read(const char* options, OptionList list) {
  if (options == nullptr || *options == '\0') return;
  const auto json = ParseJson(options, "options");
  if (!json.is_object()) {
    throw InputError(
        fmt::format("options: {} is no JSON object, {{\"name\": value}}", JsonText(json)));
  }
  list.Set(json, "options");
}

}  // namespace saccade::capi
