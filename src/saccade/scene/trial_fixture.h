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

// Three people, two targets, three pictures.
inline std::vector<TrialInImage> SmallSet() {
  return {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
          MakeTrial("cup", "a.jpg", 2, {kStart, kAside, kTarget}),
          MakeTrial("cup", "b.jpg", 1, {kStart, kAside, kTarget}),
          MakeTrial("cup", "b.jpg", 2, {kStart, kTarget, kAside}),
          MakeTrial("tv", "c.jpg", 1, {kStart, kTarget}),
          MakeTrial("tv", "c.jpg", 3, {kStart, kTarget})};
}

// One search of each of its pairs that looks there next.
inline std::vector<TrialInImage> SmallSetWith(PointInImage next) {
  return {MakeTrial("cup", "a.jpg", 1, {kStart, next}),
          MakeTrial("cup", "b.jpg", 1, {kStart, next}),
          MakeTrial("tv", "c.jpg", 1, {kStart, next})};
}

}  // namespace saccade::testing
