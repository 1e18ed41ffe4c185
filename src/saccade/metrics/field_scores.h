#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/compared.h"
#include "saccade/metrics/row_on_pair.h"
#include "saccade/metrics/scanmatch.h"
#include "saccade/metrics/score_info.h"
#include "saccade/metrics/trajectory.h"

// Lines of the table of scores (metrics/score_table.h) that the field's later papers, and other
// schools, have added. Order and names are fixed: tables and JSON follow them.
namespace saccade::metrics::score_table {

using OfTwo = std::optional<double> (*)(const Compared&);
using OfPair = void (*)(const RowOnPair&, std::span<TrialSum>);
using OfDistances = double (*)(const ValueDistances&);

// What these lines have in common.
constexpr ScoreInfo FieldScore(ScoreFamily family, std::string_view page, Better better,
                               std::string_view key, std::string_view name, std::string_view header,
                               int decimals, std::string_view explanation) {
  return {.key = key,
          .name = name,
          .header = header,
          .family = family,
          .level = ScoreLevel::kTrial,
          .better = better,
          .needs = kNeedsPeople,
          .decimals = decimals,
          .left_out_of = kComparison,
          .page = page,
          .explanation = explanation};
}

constexpr ScoreInfo With(ScoreInfo info, OfTwo of_two, unsigned needs = 0) {
  info.of_two = of_two;
  info.needs |= needs;
  return info;
}
constexpr ScoreInfo WithPair(ScoreInfo info, OfPair of_pair) {
  info.level = ScoreLevel::kPair;
  info.of_pair = of_pair;
  return info;
}
constexpr ScoreInfo WithDistances(ScoreInfo info, OfDistances of_distances, unsigned needs = 0) {
  info.level = ScoreLevel::kRow;
  info.of_distances = of_distances;
  info.needs |= needs;
  return info;
}
constexpr ScoreInfo WithScanpath(ScoreInfo info,
                                 std::optional<double> (*of_scanpath)(const ScoredScanpath&),
                                 unsigned needs = 0) {
  info.of_scanpath = of_scanpath;
  info.needs = needs;
  return info;
}

template <ComparedValue kValue>
constexpr ScoreInfo Divergence(std::string_view key, std::string_view name, std::string_view header,
                               unsigned needs = 0) {
  return WithDistances(
      FieldScore(kDistribution, "distribution", Better::kLower, key, name, header, 3,
                 "how far the scores of single comparisons with people are spread otherwise than "
                 "people's among themselves, nats"),
      [](const ValueDistances& distances) { return distances.divergence[kValue]; }, needs);
}

template <std::optional<double> RecurrenceScores::*kField>
std::optional<double> RecurrenceOf(const Compared& two) {
  if (!two.recurrence) return std::nullopt;
  return (*two.recurrence).*kField;
}

// Mean divergence of the first `dimensions` of MultiMatch.
constexpr double MeanDivergence(const ValueDistances& distances, int dimensions) {
  double sum = 0;
  for (int i = 0; i < dimensions; ++i) sum += distances.divergence[kShapeValue + i];
  return sum / dimensions;
}

// Of the labels that a person fixated the share that the other scanpath fixates too.
inline double LabelCoverage(std::span<const int> labels, std::span<const int> persons) {
  const std::set<int> wanted(persons.begin(), persons.end());
  const auto covered = std::ranges::count_if(
      wanted, [&](int label) { return std::ranges::find(labels, label) != labels.end(); });
  return static_cast<double>(covered) / static_cast<double>(wanted.size());
}

inline std::optional<double> SearchTime(const ScoredScanpath& scored) {
  if (!HasDurations(scored.scanpath)) return std::nullopt;
  double milliseconds = 0;
  for (const FixationInImage& fixation : scored.scanpath) milliseconds += fixation.duration_ms;
  return milliseconds / 1000;
}

inline std::optional<double> MeanAmplitude(const ScoredScanpath& scored) {
  const ScanpathInImage& path = scored.scanpath;
  if (path.size() < 2) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    sum += std::hypot(path[i].point.x - path[i - 1].point.x, path[i].point.y - path[i - 1].point.y);
  }
  return sum / static_cast<double>(path.size() - 1);
}

inline constexpr auto kFieldScores = std::to_array<ScoreInfo>({
    With(
        FieldScore(kDuration, "duration", Better::kHigher, "sequence_score_duration",
                   "sequence score with durations", "sequence/t", 3,
                   "sequence score of strings in which a fixation's cluster stands once for every "
                   "whole 50 ms"),
        [](const Compared& two) -> std::optional<double> { return two.SequenceInTime(); },
        kNeedsDurations),
    With(
        FieldScore(kDuration, "duration", Better::kHigher, "semantic_sequence_score_duration",
                   "semantic sequence score with durations", "semantic/t", 3, "the same of labels"),
        [](const Compared& two) -> std::optional<double> { return two.SemanticInTime(); },
        kNeedsDurations | kNeedsLabels),
    With(
        FieldScore(kDuration, "duration", Better::kHigher, "scanmatch_chen",
                   "ScanMatch with durations, Chen et al.", "SM Chen/t", 3,
                   "ScanMatch with durations on the 16x12 bins of Chen et al. and GazeXplain"),
        [](const Compared& two) {
          return ScanMatch(two.scored.chen_bins_in_time, two.human.chen_bins_in_time,
                           kChenScanMatch);
        },
        kNeedsDurations),
    With(
        FieldScore(kDuration, "duration", Better::kLower, "edit_distance_duration",
                   "edit distance with durations", "edit dist./t", 2,
                   "edits that make one string of bins (16x10), each once for every 50 ms, the "
                   "other"),
        [](const Compared& two) -> std::optional<double> {
          return EditDistance(two.scored.bins_with_durations, two.human.bins_with_durations);
        },
        kNeedsDurations),

    With(FieldScore(kTrajectory, "trajectory", Better::kLower, "dtw", "dynamic time warping", "DTW",
                    1, "summed distance of paired fixations along the cheapest pairing, pixels"),
         [](const Compared& two) {
           return TimeWarping<Frame::kImage>(two.scored.scanpath, two.human.scanpath);
         }),
    With(FieldScore(kTrajectory, "trajectory", Better::kLower, "frechet",
                    "discrete Frechet distance", "Frechet", 1,
                    "largest distance of paired fixations along the best pairing, pixels"),
         [](const Compared& two) {
           return FrechetDistance<Frame::kImage>(two.scored.scanpath, two.human.scanpath);
         }),
    With(FieldScore(kTrajectory, "trajectory", Better::kLower, "time_delay_embedding",
                    "time-delay embedding", "TDE", 1,
                    "mean distance of each run of three fixations to the nearest run, pixels"),
         [](const Compared& two) {
           return TimeDelayEmbedding<Frame::kImage>(two.scored.scanpath, two.human.scanpath,
                                                    kEmbedding);
         }),
    With(FieldScore(kTrajectory, "trajectory", Better::kHigher, "stde",
                    "scaled time-delay embedding", "STDE", 3,
                    "similarity by the nearest runs of every length, mean over lengths"),
         [](const Compared& two) {
           return ScaledTimeDelayEmbedding<Frame::kImage>(two.scored.scanpath, two.human.scanpath);
         }),

    With(FieldScore(kRecurrence, "recurrence", Better::kHigher, "recurrence.rec", "recurrence",
                    "REC", 2, "pairs of fixations at most 32 pixels apart, of all pairs"),
         [](const Compared& two) -> std::optional<double> {
           if (!two.recurrence) return std::nullopt;
           return two.recurrence->recurrence;
         }),
    With(FieldScore(kRecurrence, "recurrence", Better::kHigher, "recurrence.det", "determinism",
                    "DET", 2, "recurrences in runs that both go through in the same order"),
         RecurrenceOf<&RecurrenceScores::determinism>),
    With(FieldScore(kRecurrence, "recurrence", Better::kLikePeople, "recurrence.lam", "laminarity",
                    "LAM", 2, "recurrences where one stays and the other comes by or back"),
         RecurrenceOf<&RecurrenceScores::laminarity>),
    With(FieldScore(kRecurrence, "recurrence", Better::kLikePeople, "recurrence.corm",
                    "center of recurrence mass", "CORM", 2,
                    "mean lead of the scanpath over the person, of the length; 0 in step"),
         RecurrenceOf<&RecurrenceScores::center_of_mass>),

    WithDistances(FieldScore(kDistribution, "distribution", Better::kLower, "kl.multimatch",
                             "KL of MultiMatch", "KL-MM", 3,
                             "mean of the divergences of MultiMatch's shape, direction, length and "
                             "position, nats"),
                  [](const ValueDistances& distances) { return MeanDivergence(distances, 4); }),
    WithDistances(
        FieldScore(kDistribution, "distribution", Better::kLower, "kl.multimatch_duration",
                   "KL of MultiMatch with duration", "KL-MM/t", 3,
                   "the same mean with MultiMatch's duration, as ScanDiff has it"),
        [](const ValueDistances& distances) { return MeanDivergence(distances, 5); },
        kNeedsDurations),
    Divergence<kSequenceValue>("kl.sequence_score", "KL of the sequence score", "KL-SS"),
    Divergence<kSequenceDurationValue>("kl.sequence_score_duration",
                                       "KL of the sequence score with durations", "KL-SS/t",
                                       kNeedsDurations),
    Divergence<kSemanticValue>("kl.semantic_sequence_score", "KL of the semantic sequence score",
                               "KL-SemSS", kNeedsLabels),
    Divergence<kSemanticDurationValue>("kl.semantic_sequence_score_duration",
                                       "KL of the semantic sequence score with durations",
                                       "KL-SemSS/t", kNeedsLabels | kNeedsDurations),
    Divergence<kScanMatchValue>("kl.scanmatch", "KL of ScanMatch", "KL-SM"),
    Divergence<kScanMatchDurationValue>("kl.scanmatch_duration", "KL of ScanMatch with durations",
                                        "KL-SM/t", kNeedsDurations),
    WithDistances(FieldScore(kDistribution, "distribution", Better::kLower, "area.sequence_score",
                             "area between the sequence scores", "area-SS", 3,
                             "area between the cumulative distributions of single sequence scores, "
                             "with people and among them"),
                  [](const ValueDistances& distances) { return distances.area[kSequenceValue]; }),
    WithPair(FieldScore(kDistribution, "distribution", Better::kHigher, "dss",
                        "diversity-aware sequence score", "DSS", 3,
                        "mean sequence score with people, less the more the samples are alike "
                        "otherwise than people are"),
             AddDiversityAwareScore),
    WithPair(FieldScore(kDistribution, "distribution", Better::kHigher, "rss",
                        "recall sequence score", "RSS", 3,
                        "share of people whose sequence score with some sample exceeds the mean of "
                        "people among themselves"),
             AddRecall),

    WithPair(FieldScore(kLikelihood, "likelihood", Better::kHigher, "bits.over_prior",
                        "bits over the centre prior", "bits", 3,
                        "bits by which the samples' density foresees people's fixations better "
                        "than everybody's density on other pictures; of people: the ceiling"),
             AddBitsOverPrior),
    WithPair(FieldScore(kLikelihood, "likelihood", Better::kHigher, "bits.over_people",
                        "bits over the other people", "over people", 3,
                        "the same over the density of the other people on the picture"),
             AddBitsOverPeople),
    WithPair(FieldScore(kLikelihood, "likelihood", Better::kHigher, "explained_share",
                        "share of what can be explained", "explained", 3,
                        "bits over the prior, of those that the other people give"),
             AddExplainedShare),
    WithPair(FieldScore(kLikelihood, "likelihood", Better::kHigher, "density_nss",
                        "NSS of the fixation map", "NSS", 3,
                        "the samples' density at people's fixations, in standard deviations above "
                        "its mean"),
             AddDensityNss),
    WithPair(FieldScore(kLikelihood, "likelihood", Better::kLower, "crps.amplitude",
                        "CRPS of saccade amplitudes", "CRPS ampl.", 2,
                        "how far the samples' saccades are from each of a person's, less half of "
                        "how far from one another, pixels"),
             AddAmplitudeCrps),
    WithPair(FieldScore(kLikelihood, "likelihood", Better::kLower, "crps.fixations",
                        "CRPS of numbers of fixations", "CRPS fix.", 3,
                        "the same of the number of fixations"),
             AddLengthCrps),

    WithScanpath(
        FieldScore(kBehaviour, "behaviour", Better::kLikePeople, "fixations", "number of fixations",
                   "fixation count", 2, "fixations as they are scored, the start included"),
        [](const ScoredScanpath& scored) -> std::optional<double> {
          return static_cast<double>(scored.scanpath.size());
        }),
    WithScanpath(
        FieldScore(kBehaviour, "behaviour", Better::kLikePeople, "search_time", "search time",
                   "search time, s", 3, "summed durations of these fixations, seconds"),
        SearchTime, kNeedsDurations),
    WithScanpath(
        FieldScore(kBehaviour, "behaviour", Better::kLikePeople, "amplitude", "saccade amplitude",
                   "amplitude", 1, "mean length of a scanpath's saccades, pixels"),
        MeanAmplitude),
    With(
        FieldScore(kBehaviour, "behaviour", Better::kHigher, "semantic_coverage",
                   "semantic coverage", "coverage", 3,
                   "share of the labels that a person fixates which the scanpath fixates too"),
        [](const Compared& two) -> std::optional<double> {
          return LabelCoverage(two.labels, two.human_labels);
        },
        kNeedsLabels),
});

}  // namespace saccade::metrics::score_table
