#pragma once

#include <functional>
#include <string_view>

#include "saccade/base/log.h"

namespace saccade {

// While it lives, what this thread logs goes to `take` instead of stderr, however quiet.
class LogCapture {
 public:
  using Take = std::function<void(LogLevel level, std::string_view line)>;
  explicit LogCapture(Take take);
  ~LogCapture();
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;

  // That of this thread; null when its lines go to stderr.
  static const Take* Current();

 private:
  Take take_;
  const Take* outer_;
};

}  // namespace saccade
