#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/compared.h"
#include "saccade/metrics/efficiency.h"
#include "saccade/metrics/field_scores.h"
#include "saccade/metrics/scanmatch.h"
#include "saccade/metrics/score_info.h"

namespace saccade::metrics {

namespace score_table {

template <double MultiMatchScores::*kField>
consteval ScoreInfo MultiMatchScore(std::string_view key, std::string_view name,
                                    std::string_view header, std::string_view explanation) {
  return {.key = key,
          .name = name,
          .header = header,
          .group = "MultiMatch",
          .level = ScoreLevel::kTrial,
          .better = Better::kHigher,
          .needs = kNeedsPeople,
          .published = true,
          .page = "multimatch",
          .explanation = explanation,
          .of_two = [](const Compared& two) -> std::optional<double> {
            if (!two.multimatch) return std::nullopt;
            return (*two.multimatch).*kField;
          }};
}

template <double ConditionalScores::*kField>
consteval ScoreInfo ConditionalScore(std::string_view key, std::string_view name,
                                     std::string_view header, std::string_view explanation,
                                     unsigned needs = kNeedsMaps) {
  return {.key = key,
          .name = name,
          .header = header,
          .group = "next fixation, given the true past",
          .level = ScoreLevel::kFixation,
          .better = Better::kHigher,
          .needs = needs,
          .page = "conditional",
          .explanation = explanation,
          .of_map = [](const ForeseenFixation& next) { return next.scores.*kField; }};
}

template <std::size_t N, std::size_t M>
consteval std::array<ScoreInfo, N + M> Joined(const std::array<ScoreInfo, N>& first,
                                              const std::array<ScoreInfo, M>& second) {
  std::array<ScoreInfo, N + M> both{};
  std::ranges::copy(first, both.begin());
  std::ranges::copy(second, both.begin() + N);
  return both;
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

// What the paper and the field's tables have always had.
inline constexpr auto kStandardScores = std::to_array<ScoreInfo>({
    {.key = "cdf",
     .name = "target found by fixation",
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
     .name = "TFP-AUC",
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
     .name = "probability mismatch",
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
     .name = "scanpath ratio",
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
           return ScanpathRatio(scored.scanpath, *scored.target);
         }},
    {.key = "sequence_score",
     .name = "sequence score",
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
    MultiMatchScore<&MultiMatchScores::shape>("multimatch.shape", "MultiMatch, shape", "shape",
                                              "how alike the vectors of aligned saccades are"),
    MultiMatchScore<&MultiMatchScores::direction>("multimatch.direction", "MultiMatch, direction",
                                                  "direction",
                                                  "how alike the angles of aligned saccades are"),
    MultiMatchScore<&MultiMatchScores::length>("multimatch.length", "MultiMatch, length", "length",
                                               "how alike the lengths of aligned saccades are"),
    MultiMatchScore<&MultiMatchScores::position>("multimatch.position", "MultiMatch, position",
                                                 "position",
                                                 "how near to each other aligned saccades start"),
    {.key = "fixation_edit_distance",
     .name = "fixation edit distance",
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
     .name = "semantic sequence score",
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
     .name = "semantic edit distance",
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
     .name = "ScanMatch",
     .header = "ScanMatch",
     .level = ScoreLevel::kTrial,
     .better = Better::kHigher,
     .needs = kNeedsPeople,
     .page = "scanmatch",
     .explanation =
         "best alignment of the fixated bins of a 16x10 raster, near bins gaining a part",
     .of_two = [](const Compared& two) { return ScanMatch(two.scored.bins, two.human.bins); }},
    {.key = "scanmatch_duration",
     .name = "ScanMatch with durations",
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
     .name = "edit distance",
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
    ConditionalScore<&ConditionalScores::cig>("cig", "cIG, bits", "cIG",
                                              "bits by which the map foresees the next fixation "
                                              "better than the target's prior does",
                                              kNeedsMaps | kNeedsPrior),
    ConditionalScore<&ConditionalScores::cnss>("cnss", "cNSS", "cNSS",
                                               "the map at the next fixation, in standard "
                                               "deviations above its mean"),
    ConditionalScore<&ConditionalScores::cauc>("cauc", "cAUC", "cAUC",
                                               "area under the curve by the definition of HAT; "
                                               "chance is .75"),
    ConditionalScore<&ConditionalScores::auc>("auc", "AUC", "AUC",
                                              "share of the map that lies below its value at the "
                                              "next fixation, ties half; chance is .5"),
});

}  // namespace score_table

// Every score there is, in the order of columns and keys. All that shows, writes, reads, averages
// or explains scores goes through this list, so that a new score is a line of one of its parts.
inline constexpr auto kScoreTable = score_table::Placed(
    score_table::Joined(score_table::kStandardScores, score_table::kFieldScores));

}  // namespace saccade::metrics
