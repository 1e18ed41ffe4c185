#pragma once

#include <string>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::testing {

inline constexpr PointInImage kStart{256, 160};
inline constexpr PointInImage kAside{100, 40};
inline constexpr PointInImage kTarget{400, 100};

// A search for a target whose box lies around kTarget.
inline TrialInImage MakeTrial(const std::string& task, const std::string& name, int subject,
                              const std::vector<PointInImage>& points) {
  TrialInImage trial;
  trial.task = task;
  trial.name = name;
  trial.subject = subject;
  trial.target = BoxInImage{380, 80, 40, 40};
  trial.split = "valid";
  for (const PointInImage& point : points) trial.scanpath.push_back({point, 200});
  return trial;
}

}  // namespace saccade::testing
