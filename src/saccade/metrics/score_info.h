#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace saccade::metrics {

struct ScoredScanpath;    // metrics/human_set.h
struct Compared;          // metrics/compared.h
struct ForeseenFixation;  // metrics/compared.h
struct RowOnPair;         // metrics/row_on_pair.h

// What a score is one number of. A row's score is the mean over its scanpaths, pairs or fixations,
// unless it exists at the row only.
enum class ScoreLevel {
  kTrial,     // a scanpath
  kPair,      // all scanpaths on one picture, for one target
  kFixation,  // a fixation that a model's map foresees
  kStep,      // a step of the search, all scanpaths together: a curve
  kRow,       // many scanpaths together
};

// Which values are good ones.
enum class Better { kHigher, kLower, kLikePeople };

// What a score cannot do without; where that is missing, the score is absent.
enum Need : unsigned {
  kNeedsBox = 1,        // the target's place
  kNeedsPeople = 2,     // scanpaths of other people on the same pair
  kNeedsLabels = 4,     // label maps of the pictures
  kNeedsDurations = 8,  // durations of fixations
  kNeedsMaps = 16,      // a map for each next fixation
  kNeedsPrior = 32,     // training trials
};

// Parts of the table of scores. Each is computed only where a protocol asks for it, and stands in a
// table of its own.
enum ScoreFamily : unsigned {
  kStandard = 1,  // the paper's scores, and those that the field's tables have always had
  kDuration = 2,  // time counts as well as place
  kTrajectory = 4,
  kRecurrence = 8,
  kDistribution = 16,  // of the scores of single comparisons, and of diversity
  kLikelihood = 32,    // of people's fixations, saccades and lengths under a row's samples
  kBehaviour = 64,     // what needs neither a box nor, mostly, other people
  kAllScores = 127,
};
struct FamilyName {
  ScoreFamily family;
  std::string_view word;   // on the command line
  std::string_view title;  // above its table
};
inline constexpr std::array kScoreFamilies = std::to_array<FamilyName>(
    {{kStandard, "standard", "Scores"},
     {kDuration, "duration", "Scores with durations"},
     {kTrajectory, "trajectory", "Distances of trajectories"},
     {kRecurrence, "recurrence", "Cross-recurrence, percent"},
     {kDistribution, "distribution", "Distributions of scores, and diversity"},
     {kLikelihood, "likelihood", "What samples say of people's next search"},
     {kBehaviour, "behaviour", "How searches are"}});

// The shorter tables, which need not show every score.
enum Summary : unsigned { kComparison = 1, kReport = 2 };

// Numbers that add up over scanpaths, from which scores of a whole row are made: counts,
// histograms, sums of products. A picture drawn k times adds them k times.
struct Tally {
  std::size_t size;
  void (*add)(const ScoredScanpath& scanpath, std::span<double> numbers);
};
// The numbers of one tally, a group of scanpaths (a task) each; groups without any are left out.
using TallyGroups = std::vector<std::span<const double>>;

// What one person's trial adds to a score of a pair: the row's score is the sum over the sum of
// counts.
struct TrialSum {
  double sum = 0;
  double count = 0;
};

// Scores of single comparisons whose distribution is looked at.
enum ComparedValue : std::size_t {
  kShapeValue,
  kDirectionValue,
  kLengthValue,
  kPositionValue,
  kDurationValue,
  kSequenceValue,
  kSequenceDurationValue,
  kSemanticValue,
  kSemanticDurationValue,
  kScanMatchValue,
  kScanMatchDurationValue,
  kComparedValues,
};
// How far a row's values are from people's among themselves: two numbers for each ComparedValue, a
// NaN where one side has none.
struct ValueDistances {
  std::array<double, kComparedValues> divergence;  // Kullback-Leibler, nats
  std::array<double, kComparedValues> area;        // between the cumulative distributions
};

// A line of the table of scores (metrics/score_table.h).
struct ScoreInfo {
  // In JSON, CSV and events; what stands before a dot is an object in JSON.
  std::string_view key = {};
  std::string_view name = {};    // in words
  std::string_view header = {};  // of a column
  std::string_view group = {};  // stands above the headers of neighbours, where a table can show it
  ScoreFamily family = kStandard;
  ScoreLevel level = ScoreLevel::kTrial;
  Better better = Better::kHigher;
  unsigned needs = 0;  // Need, several joined by |
  int decimals = 3;
  std::size_t values = 1;      // more than one for a curve
  bool published = false;      // a column of the paper's table of results
  unsigned left_out_of = 0;    // Summary, several joined by |
  std::string_view page = {};  // docs/metrics/PAGE.md
  std::string_view explanation = {};

  // How it is computed; one of these is given. Of a scanpath alone:
  std::optional<double> (*of_scanpath)(const ScoredScanpath&) = nullptr;
  // Of a scanpath beside one person's; the score is the mean over people.
  std::optional<double> (*of_two)(const Compared&) = nullptr;
  // Of a map and the fixation that came.
  double (*of_map)(const ForeseenFixation&) = nullptr;
  // Of a row's scanpaths on a pair beside its people: what each of the pair's trials adds.
  void (*of_pair)(const RowOnPair&, std::span<TrialSum> trials) = nullptr;
  // Of how the scores of single comparisons are distributed.
  double (*of_distances)(const ValueDistances&) = nullptr;
  // Of all scanpaths of a row; `people` are those on the same pairs, group by group.
  void (*of_row)(const TallyGroups& row, const TallyGroups& people,
                 std::span<double> values) = nullptr;
  const Tally* tally = nullptr;  // what of_row reads

  // Given by the table: places of the first value in ScoreVector and of the tally in TallyVector.
  std::size_t slot = 0;
  std::size_t tally_slot = 0;

  constexpr bool Needs(Need need) const { return (needs & need) != 0; }
};

}  // namespace saccade::metrics
