#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/compared.h"
#include "saccade/metrics/efficiency.h"
#include "saccade/metrics/scanmatch.h"
#include "saccade/metrics/score_info.h"

namespace saccade::metrics {

namespace score_table {

inline constexpr std::string_view kNextFixation = "next fixation, given the true past";

template <double MultiMatchScores::*kField>
std::optional<double> MultiMatchField(const Compared& two) {
  if (!two.multimatch) return std::nullopt;
  return (*two.multimatch).*kField;
}

// Gives each score its place in a ScoreVector, and each tally its own in a TallyVector.
template <std::size_t N>
consteval std::array<ScoreInfo, N> Placed(std::array<ScoreInfo, N> table) {
  std::size_t slot = 0, tally_slot = 0;
  for (std::size_t i = 0; i < N; ++i) {
    table[i].slot = slot;
    slot += table[i].values;
    if (table[i].tally == nullptr) continue;
    const auto* same = std::find_if(table.data(), table.data() + i, [&](const ScoreInfo& other) {
      return other.tally == table[i].tally;
    });
    const bool is_new = same == table.data() + i;
    table[i].tally_slot = is_new ? tally_slot : same->tally_slot;
    if (is_new) tally_slot += table[i].tally->size;
  }
  return table;
}

}  // namespace score_table

// Every score there is, in the order of columns and keys. All that shows, writes, reads, averages
// or explains scores goes through this list, so that a new score is a line here.
inline constexpr auto kScoreTable = score_table::Placed(std::to_array<ScoreInfo>({
    {.key = "cdf",
     .header = "Target found by fixation i",
     .level = ScoreLevel::kStep,
     .better = Better::kLikePeople,
     .needs = kNeedsBox,
     .values = kScoredPoints,
     .page = "efficiency",
     .explanation = "share of scanpaths that have reached the target by the start and by each of "
                    "the six fixations after it, mean over targets",
     .of_row = [](const TallyGroups& row, const TallyGroups&,
                  std::span<double> values) { std::ranges::copy(CurveOf(row), values.begin()); },
     .tally = &kFoundTally},
    {.key = "tfp_auc",
     .header = "TFP-AUC",
     .level = ScoreLevel::kRow,
     .better = Better::kLikePeople,
     .needs = kNeedsBox,
     .published = true,
     .page = "efficiency",
     .explanation = "sum of the seven values of cdf: how fast targets are found",
     .of_row = [](const TallyGroups& row, const TallyGroups&,
                  std::span<double> values) { values[0] = TfpAuc(CurveOf(row)); },
     .tally = &kFoundTally},
    {.key = "probability_mismatch",
     .header = "mismatch",
     .level = ScoreLevel::kRow,
     .better = Better::kLower,
     .needs = kNeedsBox | kNeedsPeople,
     .published = true,
     .page = "efficiency",
     .explanation = "sum of the differences between the values of cdf and people's",
     .of_row =
         [](const TallyGroups& row, const TallyGroups& people, std::span<double> values) {
           values[0] = ProbabilityMismatch(CurveOf(row), CurveOf(people));
         },
     .tally = &kFoundTally},
    {.key = "scanpath_ratio",
     .header = "ratio",
     .level = ScoreLevel::kTrial,
     .better = Better::kLikePeople,
     .needs = kNeedsBox,
     .published = true,
     .page = "efficiency",
     .explanation = "straight way from the start to the target over the way taken, of scanpaths "
                    "that find it",
     .of_scanpath =
         [](const ScoredScanpath& scored) {
           return ScanpathRatio(scored.scanpath, scored.target);
         }},
    {.key = "sequence_score",
     .header = "sequence",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .published = true,
     .page = "sequence_score",
     .explanation = "longest common subsequence of the clusters fixated, over the longer length",
     .of_two = [](const Compared& two) -> std::optional<double> {
       return SequenceSimilarity(two.clusters, two.human_clusters);
     }},
    {.key = "multimatch.shape",
     .header = "shape",
     .group = "MultiMatch",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .published = true,
     .page = "multimatch",
     .explanation = "how alike the vectors of aligned saccades are",
     .of_two = score_table::MultiMatchField<&MultiMatchScores::shape>},
    {.key = "multimatch.direction",
     .header = "direction",
     .group = "MultiMatch",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .published = true,
     .page = "multimatch",
     .explanation = "how alike the angles of aligned saccades are",
     .of_two = score_table::MultiMatchField<&MultiMatchScores::direction>},
    {.key = "multimatch.length",
     .header = "length",
     .group = "MultiMatch",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .published = true,
     .page = "multimatch",
     .explanation = "how alike the lengths of aligned saccades are",
     .of_two = score_table::MultiMatchField<&MultiMatchScores::length>},
    {.key = "multimatch.position",
     .header = "position",
     .group = "MultiMatch",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .published = true,
     .page = "multimatch",
     .explanation = "how near to each other aligned saccades start",
     .of_two = score_table::MultiMatchField<&MultiMatchScores::position>},
    {.key = "fixation_edit_distance",
     .header = "FED",
     .level = ScoreLevel::kTrial,
     .better = Better::kLower,
     .needs = kNeedsPeople,
     .page = "sequence_score",
     .explanation = "edits that make one string of fixated clusters the other",
     .of_two = [](const Compared& two) -> std::optional<double> {
       return EditDistance(two.clusters, two.human_clusters);
     }},
    {.key = "semantic_sequence_score",
     .header = "sem. sequence",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople | kNeedsLabels,
     .left_out_of = kComparison | kReport,
     .page = "semantic",
     .explanation = "longest common subsequence of the labels fixated, over the longer length",
     .of_two = [](const Compared& two) -> std::optional<double> {
       return SequenceSimilarity(two.labels, two.human_labels);
     }},
    {.key = "semantic_edit_distance",
     .header = "sem. distance",
     .level = ScoreLevel::kTrial,
     .better = Better::kLower,
     .needs = kNeedsPeople | kNeedsLabels,
     .left_out_of = kComparison | kReport,
     .page = "semantic",
     .explanation = "edits that make one string of fixated labels the other",
     .of_two = [](const Compared& two) -> std::optional<double> {
       return EditDistance(two.labels, two.human_labels);
     }},
    {.key = "scanmatch",
     .header = "ScanMatch",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .page = "scanmatch",
     .explanation =
         "best alignment of the fixated bins of a 16x10 raster, near bins gaining a part",
     .of_two = [](const Compared& two) { return ScanMatch(two.scored.bins, two.human.bins); }},
    {.key = "scanmatch_duration",
     .header = "with durations",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople | kNeedsDurations,
     .left_out_of = kComparison | kReport,
     .page = "scanmatch",
     .explanation = "ScanMatch with each bin repeated once for every 50 ms of its fixation",
     .of_two =
         [](const Compared& two) {
           return ScanMatch(two.scored.bins_with_durations, two.human.bins_with_durations);
         }},
    {.key = "edit_distance",
     .header = "edit distance",
     .level = ScoreLevel::kTrial,
     .better = Better::kLower,
     .needs = kNeedsPeople,
     .left_out_of = kReport,
     .page = "scanmatch",
     .explanation = "edits that make one string of fixated bins (16x10) the other",
     .of_two = [](const Compared& two) -> std::optional<double> {
       return EditDistance(two.scored.bins, two.human.bins);
     }},
    {.key = "cig",
     .header = "cIG",
     .group = score_table::kNextFixation,
     .level = ScoreLevel::kFixation,
     .better = Better::kHigher,
     .needs = kNeedsMaps | kNeedsPrior,
     .page = "conditional",
     .explanation = "bits by which the map foresees the next fixation better than the target's "
                    "prior does",
     .of_map = [](const ForeseenFixation& next) { return next.scores.cig; }},
    {.key = "cnss",
     .header = "cNSS",
     .group = score_table::kNextFixation,
     .level = ScoreLevel::kFixation,
     .better = Better::kHigher,
     .needs = kNeedsMaps,
     .page = "conditional",
     .explanation = "the map at the next fixation, in standard deviations above its mean",
     .of_map = [](const ForeseenFixation& next) { return next.scores.cnss; }},
    {.key = "cauc",
     .header = "cAUC",
     .group = score_table::kNextFixation,
     .level = ScoreLevel::kFixation,
     .better = Better::kHigher,
     .needs = kNeedsMaps,
     .page = "conditional",
     .explanation = "area under the curve by the definition of HAT; chance is .75",
     .of_map = [](const ForeseenFixation& next) { return next.scores.cauc; }},
    {.key = "auc",
     .header = "AUC",
     .group = score_table::kNextFixation,
     .level = ScoreLevel::kFixation,
     .better = Better::kHigher,
     .needs = kNeedsMaps,
     .page = "conditional",
     .explanation = "share of the map that lies below its value at the next fixation, ties half; "
                    "chance is .5",
     .of_map = [](const ForeseenFixation& next) { return next.scores.auc; }},
}));

}  // namespace saccade::metrics
