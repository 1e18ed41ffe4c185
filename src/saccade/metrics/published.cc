#include "saccade/metrics/published.h"

#include <vector>

namespace saccade::metrics {
namespace {

PublishedRow MakeRow(std::string_view name, double tfp_auc, double mismatch, double ratio,
                     double sequence, const std::array<double, 4>& multimatch) {
  PublishedRow row{name, AbsentScores()};
  row.scores[kTfpAuc] = tfp_auc;
  row.scores[kProbabilityMismatch] = mismatch;
  row.scores[kScanpathRatio] = ratio;
  row.scores[kSequenceScore] = sequence;
  for (int i = 0; i < 4; ++i) row.scores[kShape + i] = multimatch[i];
  return row;
}

}  // namespace

std::span<const PublishedRow> PublishedRows() {
  static const std::vector<PublishedRow> rows = {
      MakeRow("Human", 5.200, kAbsent, .862, .490, {.903, .736, .880, .910}),
      MakeRow("Random scanpath", .795, 4.407, kAbsent, .295, {.869, .558, .849, .849}),
      MakeRow("Detector", 4.046, 1.166, .687, .414, {.877, .676, .853, .863}),
      MakeRow("Fixation heuristic", 2.154, 3.046, .545, .342, {.873, .614, .870, .850}),
      MakeRow("BC-CNN", 3.893, 1.328, .706, .409, {.880, .669, .865, .874}),
      MakeRow("BC-LSTM", 1.702, 3.497, .406, .324, {.834, .567, .818, .770}),
      MakeRow("IRL", 4.509, .987, .826, .422, {.886, .695, .866, .885})};
  return rows;
}

}  // namespace saccade::metrics
