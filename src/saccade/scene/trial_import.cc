#include "saccade/scene/trial_import.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/scene/category.h"
#include "saccade/scene/trial_check.h"

namespace saccade {
namespace {

constexpr std::size_t kShown = 3;

bool IsUtf8(std::string_view bytes) { return simdjson::validate_utf8(bytes.data(), bytes.size()); }

bool IsIn(const BoxOnScreen& box, const PointOnScreen& p) {
  return box.x <= p.x && p.x <= box.x + box.width && box.y <= p.y && p.y <= box.y + box.height;
}

}  // namespace

void TrialImport::Understood(std::string_view what, const std::string& how) {
  const auto same = [&](const Line& line) { return line.what == what && line.how == how; };
  if (std::ranges::none_of(understood_, same)) understood_.push_back({std::string(what), how});
}

void TrialImport::Count(const TrialOnScreen& trial) {
  ++totals_.trials;
  ++totals_.conditions[trial.condition];
  ++totals_.tasks[trial.task];
  totals_.pictures.insert(Checksum(trial.name));
  if (trial.subject.known()) {
    totals_.subjects.insert(trial.subject);
  } else {
    ++totals_.without_subject;
  }
  const Viewing& viewing = *trial.viewing;
  if (on_screen_ == nullptr || screen_ != viewing.screen.size) {
    screen_ = viewing.screen.size;
    on_screen_ = &totals_.screens[fmt::format("{}x{}", screen_.width, screen_.height)];
  }
  ++*on_screen_;
  const BoxOnScreen whole{0, 0, viewing.screen.size.width, viewing.screen.size.height};
  totals_.fixations += trial.scanpath.size();
  for (const FixationOnScreen& fixation : trial.scanpath) {
    if (!IsIn(whole, fixation.point)) {
      ++totals_.off_screen;
    } else if (!IsIn(viewing.Area(), fixation.point)) {
      ++totals_.off_picture;
    }
    if (fixation.duration_ms > 0) {
      totals_.duration_ms += fixation.duration_ms;
      ++totals_.durations;
    }
  }
  totals_.without_durations += !HasDurations(trial.scanpath);
  totals_.without_box += trial.condition == Condition::kPresent && !trial.target;
  if (first_.size() < kShown) first_.push_back(trial);
}

// Boxes are drawn by hand or by programs, and pass the border of what was shown by some pixels.
void TrialImport::MendBox(TrialOnScreen& trial) {
  if (!trial.target) return;
  ++totals_.boxes;
  BoxOnScreen& box = *trial.target;
  const FrameSize& size = trial.viewing->screen.size;
  const double left = std::max(box.x, 0.), top = std::max(box.y, 0.);
  const double right = std::min(box.x + box.width, size.width);
  const double bottom = std::min(box.y + box.height, size.height);
  if (!(right > left) || !(bottom > top)) {
    trial.target.reset();
    ++totals_.boxes_off;
    Note("trials whose box has no area on the screen: read without it");
  } else if (right < box.x + box.width - kBoxTolerance || left > box.x ||
             bottom < box.y + box.height - kBoxTolerance || top > box.y) {
    box = {left, top, right - left, bottom - top};
    Note("trials whose box passes the screen's border: cut there");
  }
}

// What nobody measured must not be scored.
void TrialImport::MendDurations(TrialOnScreen& trial) {
  const bool good = std::ranges::all_of(trial.scanpath, [](const FixationOnScreen& fixation) {
    return fixation.duration_ms >= 0 && fixation.duration_ms <= kLongestFixationMs;
  });
  if (good) return;
  for (FixationOnScreen& fixation : trial.scanpath) fixation.duration_ms = 0;
  Note(fmt::format("trials with a duration under 0 or over {} s: read without durations",
                   kLongestFixationMs / 1000));
}

void TrialImport::Add(TrialOnScreen trial, const std::filesystem::path& path,
                      const std::string& where) {
  if (!IsUtf8(trial.name)) trial.name = ToUtf8(trial.name);
  if (trial.task != task_said_) {
    task_said_ = trial.task;
    task_ = TaskName(ToUtf8(trial.task));
  }
  trial.task = task_;
  if (trial.task.empty()) trial.task = TaskName(options_.task);
  if (options_.condition) {
    trial.condition = *options_.condition;
  } else if (trial.task.empty()) {
    trial.condition = Condition::kFree;
  }
  if (trial.condition != Condition::kPresent) trial.target.reset();
  if (trial.scanpath.empty()) {
    LeftOut("trials without a fixation");
    return;
  }
  MendBox(trial);
  MendDurations(trial);
  Screen& screen = trial.viewing->screen;
  if (!screen.millimetres) screen.millimetres = options_.screen_mm;
  if (!screen.distance_mm) screen.distance_mm = options_.distance_mm;
  try {
    CheckTrial(trial);
  } catch (const BadTrial& bad) {
    if (!options_.lenient) {
      throw InputError(path, where, "{}; --lenient leaves out what is wrong", bad.what());
    }
    LeftOut("trials: " + bad.reason);
    return;
  }
  Count(trial);
  take_(trial);
}

std::string ToUtf8(std::string_view bytes) {
  if (IsUtf8(bytes)) return std::string(bytes);
  std::string text;
  for (const unsigned char c : bytes) {
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else {
      text += static_cast<char>(0xc0 | c >> 6);
      text += static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  return text;
}

}  // namespace saccade
