#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/identifier.h"
#include "saccade/scene/viewing.h"

namespace saccade {

// One look at one place.
template <Frame F>
struct Fixation {
  Point<F> point;
  double duration_ms = 0;  // 0 throughout a scanpath: nobody measured them (HasDurations)
  bool operator==(const Fixation&) const = default;
};

template <Frame F>
using Scanpath = std::vector<Fixation<F>>;

template <Frame F>
bool HasDurations(const Scanpath<F>& scanpath) {
  return std::ranges::any_of(scanpath, [](const auto& f) { return f.duration_ms > 0; });
}

// Was the target there? kFree: nothing was searched.
enum class Condition { kPresent, kAbsent, kFree };
// "present", "absent", "free": as files and the command line have them.
std::string_view NameOf(Condition condition);
// Also other makers' words ("TP", "target-absent", "freeview", ...), in any case.
std::optional<Condition> ConditionByName(std::string_view name);

// One person's look at one picture, searching for one target or free.
template <Frame F>
struct Trial {
  std::string name;         // file name of the picture
  Identifier subject = {};  // 1..10 in COCO-Search18; the sample's number in predictions
  Identifier session = {};  // which time, where a person saw a picture more than once
  std::string task = {};    // the target's category, any name; empty in free viewing
  Condition condition = Condition::kPresent;
  std::optional<Box<F>> target = {};  // absent in target-absent trials, and where nobody drew it
  Scanpath<F> scanpath = {};          // in temporal order, the start included
  bool correct = true;                // the person's answer; true where it is not known
  bool answer_known = true;
  std::optional<double> reaction_ms = {};
  std::optional<bool> fixated_target = {};  // the published test file's fixOnTarget
  std::string split = {};                   // "train", "valid", "test" or empty
  // Where it was recorded. Always of trials on a screen; kept when they are brought to the image.
  std::optional<Viewing> viewing = {};
  bool operator==(const Trial&) const = default;
};

using FixationInDisplay = Fixation<Frame::kDisplay>;
using FixationInImage = Fixation<Frame::kImage>;
using FixationInPhoto = Fixation<Frame::kPhoto>;
using ScanpathInDisplay = Scanpath<Frame::kDisplay>;
using ScanpathInImage = Scanpath<Frame::kImage>;
using ScanpathInPhoto = Scanpath<Frame::kPhoto>;
using TrialInDisplay = Trial<Frame::kDisplay>;
using TrialInImage = Trial<Frame::kImage>;
using TrialInPhoto = Trial<Frame::kPhoto>;
using TrialOnScreen = Trial<Frame::kScreen>;
using FixationOnScreen = Fixation<Frame::kScreen>;
using ScanpathOnScreen = Scanpath<Frame::kScreen>;

TrialInImage ToImage(const TrialInDisplay& trial);
TrialInDisplay ToDisplay(const TrialInImage& trial);
// As its viewing says (viewing.h). Of a trial that came from no other screen, the frame itself is
// taken for the screen.
TrialInImage ToImage(const TrialOnScreen& trial);
TrialOnScreen ToScreen(const TrialInImage& trial);
TrialOnScreen ToScreen(const TrialInDisplay& trial);

// Whether a point lies on the picture (on the frame, where the picture's place is not known).
bool IsInPicture(const TrialInImage& trial, const PointInImage& p);

// "task|name|subject|session": what tells a trial from the others of a data set.
template <Frame F>
std::string TrialId(const Trial<F>& trial) {
  return trial.task + '|' + trial.name + '|' + trial.subject.text() + '|' + trial.session.text();
}

// 1-based index of the first fixation strictly inside the target's box; nothing if there is none.
template <Frame F>
std::optional<int> FirstOnTarget(const Trial<F>& trial) {
  if (!trial.target) return std::nullopt;
  for (std::size_t i = 0; i < trial.scanpath.size(); ++i) {
    if (trial.target->Contains(trial.scanpath[i].point)) return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

// The trial up to and including its first fixation on target; unchanged if there is none.
template <Frame F>
Trial<F> CutAtTarget(Trial<F> trial) {
  if (const auto first = FirstOnTarget(trial)) trial.scanpath.resize(*first);
  return trial;
}

}  // namespace saccade
