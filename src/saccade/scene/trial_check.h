#pragma once

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "saccade/scene/trial.h"

namespace saccade {

// What no eye tracker says: scores repeat symbols by duration, and squares must stay finite.
inline constexpr double kLongestFixationMs = 60'000;
inline constexpr double kFarthestPoint = 100'000;  // pixels
// Copies at 512x320 round left and width separately, so a box may pass the border by a pixel.
inline constexpr double kBoxTolerance = 1;

// One trial is wrong. `reason` is what lenient reading counts by.
struct BadTrial : std::runtime_error {
  BadTrial(std::string reason_, const std::string& message)
      : std::runtime_error(message), reason(std::move(reason_)) {}
  std::string reason;
};

template <typename... Args>
[[noreturn]] void Bad(const char* reason, fmt::format_string<Args...> format, Args&&... args) {
  throw BadTrial(reason, fmt::format(format, std::forward<Args>(args)...));
}

// Throw BadTrial for what no trial of any file can be.
template <Frame F>
void CheckScanpath(const Scanpath<F>& scanpath) {
  for (std::size_t i = 0; i < scanpath.size(); ++i) {
    const auto& [point, duration] = scanpath[i];
    if (duration < 0) {
      Bad("negative duration", "T[{}] is {}; ms from 0 on are expected", i, duration);
    }
    if (!(duration <= kLongestFixationMs)) {
      Bad("implausible duration", "T[{}] is {}; ms, at most {}, are expected", i, duration,
          kLongestFixationMs);
    }
    if (!(std::abs(point.x) <= kFarthestPoint && std::abs(point.y) <= kFarthestPoint)) {
      Bad("implausible point", "fixation {} is at ({}, {}); pixels, at most {}, are expected", i,
          point.x, point.y, kFarthestPoint);
    }
  }
}

template <Frame F>
void CheckBox(const Box<F>& box, FrameSize frame, std::string_view frame_name) {
  if (!(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)) {
    Bad("negative box", "bbox [{}, {}, {}, {}] has a negative corner or no area", box.x, box.y,
        box.width, box.height);
  }
  if (!(box.x + box.width <= frame.width + kBoxTolerance &&
        box.y + box.height <= frame.height + kBoxTolerance)) {
    Bad("box outside the frame", "bbox [{}, {}, {}, {}] does not fit the {}x{} {}", box.x, box.y,
        box.width, box.height, frame.width, frame.height, frame_name);
  }
}

// A trial on any screen.
inline void CheckTrial(const TrialOnScreen& trial) {
  if (trial.name.empty()) Bad("no picture", "does not name its picture");
  if (trial.scanpath.empty()) Bad("empty scanpath", "has no fixation");
  CheckScanpath(trial.scanpath);
  if (trial.target) CheckBox(*trial.target, trial.viewing->screen.size, "screen");
}

}  // namespace saccade
