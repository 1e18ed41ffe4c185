#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/clusters.h"
#include "saccade/metrics/multimatch.h"
#include "saccade/metrics/score_info.h"
#include "saccade/scene/grid.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// Start, then six fixations: what a model may use, and the length of the cumulative curve.
inline constexpr int kScoredPoints = 7;

// The choices in which the field's tables differ; every table names its protocol. A protocol is a
// plain value: take one by name, change a field, score.
struct Protocol {
  std::string name = "paper";
  // The trials that are scored; the others are left out.
  Condition condition = Condition::kPresent;
  // Human trials: those answered correctly that reach the target. Otherwise all of the file. Cut
  // after the first fixation on target either way. Without a target's box nobody knows when it was
  // found: such trials are taken whole, and so are predictions for their pictures.
  bool only_correct_and_found = true;
  // Where a predicted cell's point lies. With kCorner every predicted point is moved to the
  // top-left corner of the cell that holds it, which is what the released code scores.
  CellPoint predicted_cell = CellPoint::kCenter;
  MultiMatchOptions multimatch;
  ClusterOptions clusters;
  CutOptions cut;
  unsigned families = kStandard;  // ScoreFamily, several joined by |: what is computed

  bool Wants(ScoreFamily family) const { return (families & family) != 0; }
};

// "paper" (the default), "reference" (the released code) or "adaptive" (as "paper" with clusters of
// an estimated bandwidth, as later papers have them). Throws InputError for another name.
Protocol ProtocolByName(std::string_view name);
std::vector<std::string> ProtocolNames();

// What a file is about: target-present search where it has any, else target-absent, else free
// viewing. Scores of different conditions are no mean of each other.
Condition MainCondition(std::span<const TrialInImage> trials);

// Why the protocol does not score a human trial ("wrong answer"); empty when it does.
std::string_view WhyLeftOut(const TrialInImage& trial, const Protocol& protocol);

// The human trials that the protocol scores, cut after the first fixation on target, in the order
// given.
std::vector<TrialInImage> HumanTrialsUsed(std::span<const TrialInImage> trials,
                                          const Protocol& protocol);

// A predicted scanpath as it is scored on a picture with that target: its first kScoredPoints
// points, cut after the first on target; whole where there is no box.
ScanpathInImage CutPrediction(std::span<const FixationInImage> scanpath,
                              const std::optional<BoxInImage>& target);

// The same after moving each point to its cell's corner where the protocol says so. Points outside
// the picture stay.
ScanpathInImage PredictionUsed(std::span<const FixationInImage> scanpath,
                               const std::optional<BoxInImage>& target, const Protocol& protocol);

}  // namespace saccade::metrics
