#pragma once

#include <span>
#include <string_view>

#include "saccade/metrics/score.h"

namespace saccade::metrics {

// The paper's table of results (test split of COCO-Search18), to stand beside ours. What it does
// not give is kAbsent.
struct PublishedRow {
  std::string_view name;
  ScoreVector scores;
};
std::span<const PublishedRow> PublishedRows();

// The rows of the appendix's tables: "greedy: total reward", "ablation: all", "IRL, 20 pictures".
std::span<const PublishedRow> PublishedStudyRows();

// What later papers report on target-present COCO-Search18, each under a protocol of its own.
struct FieldRow {
  std::string_view name;
  std::string_view measured;  // by whom and how, on which split
  // Means over MultiMatch's dimensions have no key of their own; kAbsent where not given.
  double multimatch = kAbsent;
  ScoreVector scores = AbsentScores();
};
std::span<const FieldRow> FieldRows();

}  // namespace saccade::metrics
