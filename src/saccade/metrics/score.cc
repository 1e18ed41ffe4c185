#include "saccade/metrics/score.h"

namespace saccade::metrics {

std::string_view ScoreKey(int score) {
  static constexpr std::array<std::string_view, kScores - kTfpAuc> kKeys = {
      "tfp_auc",
      "probability_mismatch",
      "scanpath_ratio",
      "sequence_score",
      "multimatch.shape",
      "multimatch.direction",
      "multimatch.length",
      "multimatch.position",
      "fixation_edit_distance",
      "semantic_sequence_score",
      "semantic_edit_distance",
      "scanmatch",
      "scanmatch_duration",
      "edit_distance",
      "cig",
      "cnss",
      "cauc",
      "auc"};
  return score < kTfpAuc ? "cdf" : kKeys.at(score - kTfpAuc);
}

}  // namespace saccade::metrics
