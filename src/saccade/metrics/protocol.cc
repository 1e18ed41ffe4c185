#include "saccade/metrics/protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"

namespace saccade::metrics {

std::vector<std::string> ProtocolNames() { return {"paper", "reference", "adaptive"}; }

Protocol ProtocolByName(std::string_view name) {
  Protocol protocol;
  protocol.name = name;
  if (name == "paper") return protocol;
  if (name == "adaptive") {
    protocol.clusters.rule = ClusterRule::kAdaptive;
    return protocol;
  }
  if (name == "reference") {
    protocol.only_correct_and_found = false;
    protocol.predicted_cell = CellPoint::kCorner;
    protocol.cut = {StringCut::kBoth, 6};
    return protocol;
  }
  const std::vector<std::string> known = ProtocolNames();
  const std::string nearest = NearestWord(name, known);
  throw InputError(fmt::format("unknown protocol \"{}\"; known: paper, reference, adaptive{}", name,
                               nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?"));
}

Condition MainCondition(std::span<const TrialInImage> trials) {
  for (const Condition condition : {Condition::kPresent, Condition::kAbsent}) {
    if (std::ranges::find(trials, condition, &TrialInImage::condition) != trials.end()) {
      return condition;
    }
  }
  return Condition::kFree;
}

std::string_view WhyLeftOut(const TrialInImage& trial, const Protocol& protocol) {
  if (trial.condition != protocol.condition) {
    return trial.condition == Condition::kFree      ? "free viewing"
           : trial.condition == Condition::kPresent ? "target present"
                                                    : "target absent";
  }
  if (!protocol.only_correct_and_found) return {};
  if (!trial.correct) return "wrong answer";
  if (trial.target && !FirstOnTarget(trial)) return "target never fixated";
  return {};
}

std::vector<TrialInImage> HumanTrialsUsed(std::span<const TrialInImage> trials,
                                          const Protocol& protocol) {
  std::vector<TrialInImage> used;
  for (const TrialInImage& trial : trials) {
    if (WhyLeftOut(trial, protocol).empty()) used.push_back(CutAtTarget(trial));
  }
  return used;
}

ScanpathInImage CutPrediction(std::span<const FixationInImage> scanpath,
                              const std::optional<BoxInImage>& target) {
  if (!target) return {scanpath.begin(), scanpath.end()};
  ScanpathInImage cut;
  for (const FixationInImage& fixation : scanpath) {
    if (cut.size() == kScoredPoints) break;
    cut.push_back(fixation);
    if (target->Contains(fixation.point)) break;
  }
  return cut;
}

ScanpathInImage PredictionUsed(std::span<const FixationInImage> scanpath,
                               const std::optional<BoxInImage>& target, const Protocol& protocol) {
  if (protocol.predicted_cell == CellPoint::kCenter) return CutPrediction(scanpath, target);
  ScanpathInImage moved(scanpath.begin(), scanpath.end());
  for (FixationInImage& fixation : moved) {
    if (const auto cell = Grid::CellOf(fixation.point)) {
      fixation.point = Grid::PointOf(*cell, CellPoint::kCorner);
    }
  }
  return CutPrediction(moved, target);
}

}  // namespace saccade::metrics
