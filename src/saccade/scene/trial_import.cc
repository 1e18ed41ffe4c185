#include "saccade/scene/trial_import.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/scene/category.h"
#include "saccade/scene/trial_check.h"

namespace saccade {
namespace {

constexpr std::size_t kShown = 3;

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
  totals_.pictures.insert(trial.name);
  if (trial.subject.known()) {
    totals_.subjects.insert(trial.subject);
  } else {
    ++totals_.without_subject;
  }
  const Viewing& viewing = *trial.viewing;
  ++totals_.screens[fmt::format("{}x{}", viewing.screen.size.width, viewing.screen.size.height)];
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

void TrialImport::Add(TrialOnScreen trial, const std::filesystem::path& path,
                      const std::string& where) {
  trial.name = ToUtf8(trial.name);
  trial.task = TaskName(ToUtf8(trial.task));
  if (trial.task.empty()) trial.task = TaskName(options_.task);
  if (options_.condition) {
    trial.condition = *options_.condition;
  } else if (trial.task.empty()) {
    trial.condition = Condition::kFree;
  }
  if (trial.condition != Condition::kPresent) trial.target.reset();
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
  if (simdjson::validate_utf8(bytes.data(), bytes.size())) return std::string(bytes);
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
