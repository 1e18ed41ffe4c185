#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string_view>

namespace saccade {

// How far a long loop is.
struct ProgressReport {
  std::string_view title;  // "beliefs"
  std::size_t done = 0;
  std::size_t total = 0;
  double seconds = 0;     // since it began
  std::string_view note;  // such as the current loss; may be empty
};

// Called ten times a second at most and at the end of a loop: from any thread, by one at a time.
// Returns false to have the work stopped.
using ProgressCallback = std::function<bool(const ProgressReport&)>;

// Who waits for a piece of work: hears how far it is, and may have it stopped, by the callback's
// answer or by the token from any thread. The work then ends with Interrupted, soon; nothing
// half-written is left.
struct Watch {
  ProgressCallback progress = nullptr;  // empty: the lines on stderr (progress.h)
  std::stop_token stop{};
};

// While it lives, `watch` is told of what this thread does, and the threads that ParallelFor lends
// it; inner scopes take the place of outer ones. Of a watch with nothing in it nothing is changed.
// One thread's work is watched apart from another's: a server has many.
class WatchScope {
 public:
  // kAnywhere: loops may be left between any two turns (ParallelFor). kWhenAsked: the work saves
  // its state when it asks InterruptRequested(), and must not be left elsewhere.
  enum class Stops { kAnywhere, kWhenAsked };

  explicit WatchScope(const Watch& watch, Stops stops = Stops::kAnywhere);
  ~WatchScope();
  WatchScope(const WatchScope&) = delete;
  WatchScope& operator=(const WatchScope&) = delete;

  // The scope that this thread works in; null when nobody watches.
  static WatchScope* Current();
  // For threads that work for another one; null for nobody.
  static void SetCurrent(WatchScope* scope);

  bool hears() const { return static_cast<bool>(watch_.progress); }
  void Report(const ProgressReport& report);
  bool StopRequested() const {
    return refused_ || watch_.stop.stop_requested() || (outer_ && outer_->StopRequested());
  }
  bool StopsAnywhere() const { return stops_ == Stops::kAnywhere && StopRequested(); }

 private:
  Watch watch_;
  Stops stops_;
  WatchScope* outer_;
  std::mutex mutex_;
  std::atomic<bool> refused_{false};
};

}  // namespace saccade
