#include "saccade/base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/log.h"
#include "saccade/base/terminal.h"

namespace saccade {

Progress::Progress(std::string title, std::size_t total)
    : watch_(WatchScope::Current()),
      title_(std::move(title)),
      total_(total),
      terminal_(IsTerminal(STDERR_FILENO)),
      start_(Clock::now()),
      last_draw_(start_) {
  if (watch_ != nullptr && !watch_->hears()) watch_ = nullptr;
}

Progress::~Progress() {
  if (drawn_ && terminal_) EraseStatus();
}

void Progress::Step(std::size_t steps, const std::string& note) {
  done_ += steps;
  if (watch_ == nullptr && IsQuiet()) return;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const bool often = terminal_ || watch_ != nullptr;
  const auto interval = often ? std::chrono::milliseconds(100) : std::chrono::seconds(10);
  const bool finished = watch_ != nullptr && done_ >= total_;
  if (now - last_draw_ < interval && !finished) return;
  last_draw_ = now;
  if (watch_ == nullptr) return Draw(now, note);
  watch_->Report({.title = title_,
                  .done = std::min<std::size_t>(done_, total_),
                  .total = total_,
                  .seconds = std::chrono::duration<double>(now - start_).count(),
                  .note = note});
}

void Progress::Draw(Clock::time_point now, const std::string& note) {
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::size_t done = std::min<std::size_t>(done_, total_);
  const double share = total_ == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total_);
  const std::string left =
      done == 0 ? "?" : DurationText(elapsed * (1 - share) / std::max(share, 1e-9));
  const std::string suffix = note.empty() ? "" : "  " + note;
  if (terminal_) {
    const auto filled = static_cast<std::size_t>(std::lround(share * 24));
    DrawStatus(fmt::format("{}  {}{}  {:3.0f}%  {}/{}  {} left{}", title_, std::string(filled, '#'),
                           std::string(24 - filled, '.'), 100 * share, done, total_, left, suffix));
  } else {
    LogInfo("{}: {}/{} ({:.0f}%), {} left{}", title_, done, total_, 100 * share, left, suffix);
  }
  drawn_ = true;
}

std::string DurationText(double seconds) {
  const auto whole = static_cast<long long>(std::llround(std::max(0.0, seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace saccade
