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

constexpr std::string_view kHatTable =
    "test split; tables of HAT and CLIPGaze: clusters of estimated bandwidth, strings cut";
constexpr std::string_view kScanDiffTable =
    "test split; table of ScanDiff: its own clusters, MultiMatch with durations";
constexpr std::string_view kNextFixationTable =
    "test split; tables of HAT and FlowScan: maps at pixels, their prior";

FieldRow Similarity(std::string_view name, double sequence, double semantic, double edit_distance,
                    double multimatch) {
  FieldRow row{.name = name, .measured = kHatTable, .multimatch = multimatch};
  row.scores[kSequenceScore] = sequence;
  row.scores[ScoreCalled("semantic_sequence_score")] = semantic;
  row.scores[ScoreCalled("fixation_edit_distance")] = edit_distance;
  return row;
}

FieldRow Divergences(std::string_view name, double multimatch, double sequence) {
  FieldRow row{.name = name, .measured = kScanDiffTable};
  row.scores[ScoreCalled("kl.multimatch_duration")] = multimatch;
  row.scores[ScoreCalled("kl.sequence_score")] = sequence;
  return row;
}

FieldRow Foreseen(std::string_view name, double cig, double cnss, double cauc) {
  FieldRow row{.name = name, .measured = kNextFixationTable};
  row.scores[ScoreCalled("cig")] = cig;
  row.scores[ScoreCalled("cnss")] = cnss;
  row.scores[ScoreCalled("cauc")] = cauc;
  return row;
}

}  // namespace

std::span<const FieldRow> FieldRows() {
  static const std::vector<FieldRow> rows = {Similarity("People", .490, .522, 2.53, .857),
                                             Similarity("IRL", .418, .481, 2.72, .833),
                                             Similarity("Chen et al.", .451, .470, 2.19, .820),
                                             Similarity("FFM", .392, .407, 2.69, .808),
                                             Similarity("Gazeformer", .504, .490, 2.07, .852),
                                             Similarity("HAT", .468, .540, 2.06, .855),
                                             Similarity("CLIPGaze", .476, .545, 2.01, .861),
                                             Divergences("Chen et al.", .197, .262),
                                             Divergences("Gazeformer", .281, .268),
                                             Divergences("HAT", .118, .148),
                                             Divergences("GazeXplain", .166, .232),
                                             Divergences("ScanDiff", .048, .074),
                                             Foreseen("HAT, trained anew", 2.49, 4.65, .915),
                                             Foreseen("FlowScan", 2.76, 4.81, .928)};
  return rows;
}

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

std::span<const PublishedRow> PublishedStudyRows() {
  static const std::vector<PublishedRow> rows = {
      MakeRow("greedy: total reward", 4.509, .987, .826, .422, {.886, .695, .866, .885}),
      MakeRow("greedy: immediate reward", 3.893, 2.143, .704, .375, {.886, .648, .873, .852}),
      MakeRow("ablation: all", 4.423, 1.029, .803, .422, {.880, .676, .841, .888}),
      MakeRow("ablation: history", 4.397, 1.042, .800, .419, {.882, .672, .844, .887}),
      MakeRow("ablation: saliency", 4.403, 1.029, .795, .419, {.880, .675, .840, .887}),
      MakeRow("ablation: stuff", 4.111, 1.248, .777, .407, {.876, .662, .836, .875}),
      MakeRow("ablation: other-things", 2.047, 3.152, .487, .331, {.855, .605, .852, .818}),
      MakeRow("ablation: target", 2.274, 2.926, .519, .338, {.866, .613, .837, .820}),
      MakeRow("IRL, 20 pictures", 4.324, 1.140, .808, .415, {.875, .672, .832, .879}),
      MakeRow("BC-CNN, 20 pictures", 3.906, 1.325, .723, .408, {.884, .664, .849, .878}),
      MakeRow("IRL, 10 pictures", 4.029, 1.318, .774, .409, {.881, .591, .851, .819}),
      MakeRow("BC-CNN, 10 pictures", 3.542, 1.657, .678, .397, {.877, .594, .847, .821}),
      MakeRow("IRL, 5 pictures", 3.696, 1.603, .723, .389, {.876, .588, .844, .813}),
      MakeRow("BC-CNN, 5 pictures", 3.484, 1.731, .678, .388, {.886, .594, .862, .828})};
  return rows;
}

}  // namespace saccade::metrics
