#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

#include "saccade/base/watch.h"

namespace saccade {

// Says how far a long loop is: to who watches this thread (watch.h), else on stderr. On a terminal
// that is one line that is drawn again, with a bar, the rate and the time left; otherwise a plain
// line every ten seconds; silent with --quiet. Step() may be called from several threads.
class Progress {
 public:
  Progress(std::string title, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `note` is shown behind the bar, for example the current loss.
  void Step(std::size_t steps = 1, const std::string& note = "");

 private:
  using Clock = std::chrono::steady_clock;
  void Draw(Clock::time_point now, const std::string& note);

  WatchScope* watch_;  // null when nobody listens
  std::string title_;
  std::size_t total_;
  std::atomic<std::size_t> done_{0};
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_;
  Clock::time_point last_draw_;
  std::mutex mutex_;
};

// "43 s", "2 min 05 s", "1 h 12 min".
std::string DurationText(double seconds);

}  // namespace saccade
