#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace saccade::metrics {

struct ScoredScanpath;    // metrics/human_set.h
struct Compared;          // metrics/compared.h
struct ForeseenFixation;  // metrics/compared.h

// What a score is one number of. A row's score is the mean over its scanpaths or fixations, unless
// it exists at the row only.
enum class ScoreLevel {
  kTrial,     // a scanpath
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

// A line of the table of scores (metrics/score_table.h).
struct ScoreInfo {
  // In JSON, CSV and events; what stands before a dot is an object in JSON.
  std::string_view key;
  std::string_view name;        // in words
  std::string_view header;      // of a column
  std::string_view group = {};  // stands above the headers of neighbours, where a table can show it
  ScoreLevel level;
  Better better;
  unsigned needs = 0;  // Need, several joined by |
  int decimals = 3;
  std::size_t values = 1;    // more than one for a curve
  bool published = false;    // a column of the paper's table of results
  unsigned left_out_of = 0;  // Summary, several joined by |
  std::string_view page;     // docs/metrics/PAGE.md
  std::string_view explanation;

  // How it is computed; one of these is given. Of a scanpath alone:
  std::optional<double> (*of_scanpath)(const ScoredScanpath&) = nullptr;
  // Of a scanpath beside one person's; the score is the mean over people.
  std::optional<double> (*of_two)(const Compared&) = nullptr;
  // Of a map and the fixation that came.
  double (*of_map)(const ForeseenFixation&) = nullptr;
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
