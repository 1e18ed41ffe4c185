#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saccade/scene/frame.h"

namespace saccade {

// One look at one place.
template <Frame F>
struct Fixation {
  Point<F> point;
  double duration_ms = 0;
  bool operator==(const Fixation&) const = default;
};

template <Frame F>
using Scanpath = std::vector<Fixation<F>>;

enum class Condition { kPresent, kAbsent };

// One person's search for one target in one picture, as COCO-Search18 records it.
template <Frame F>
struct Trial {
  std::string name;  // file name of the picture
  int subject = 0;   // 1..10 in COCO-Search18; the sample's number in predictions
  std::string task;  // the target's category
  Condition condition = Condition::kPresent;
  std::optional<Box<F>> target;  // absent in target-absent trials
  Scanpath<F> scanpath;          // in temporal order, the start included
  bool correct = true;           // the person's answer
  std::optional<double> reaction_ms;
  std::optional<bool> fixated_target;  // the published test file's fixOnTarget
  std::string split;                   // "train", "valid", "test" or empty
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

TrialInImage ToImage(const TrialInDisplay& trial);
TrialInDisplay ToDisplay(const TrialInImage& trial);

// "task|name|subject": what tells a trial from the others of a data set.
template <Frame F>
std::string TrialId(const Trial<F>& trial) {
  return trial.task + '|' + trial.name + '|' + std::to_string(trial.subject);
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
