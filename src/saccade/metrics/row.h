#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/metrics/compared.h"
#include "saccade/metrics/conditional.h"
#include "saccade/metrics/human_set.h"
#include "saccade/metrics/row_on_pair.h"
#include "saccade/metrics/score.h"

namespace saccade::metrics {

// One scanpath's scores, those that exist at a trial.
struct ScanpathScores {
  std::size_t pair = 0;  // in HumanSet::pairs
  Identifier subject;    // or the sample's number
  std::optional<int> first_on_target;
  ScoreVector scores = AbsentScores();
  TallyVector tallies{};  // what it adds to the scores of the whole row
};

// The scores of one comparison of a scanpath with a person's, those whose distribution is looked
// at; NaN where there is none.
struct OneComparison {
  std::size_t trial = 0;                // the person's, in HumanPair::trials
  std::optional<std::size_t> own = {};  // the scanpath's, where it is one of them
  std::array<double, kComparedValues> values{};
};

// What one person's trial adds to a row's scores.
struct TrialScores {
  ScoreVector sum{};
  ScoreVector count{};
};

// What is known of a row on one pair.
struct PairScores {
  std::vector<TrialScores> trials;         // by trial of the pair; empty without scanpaths
  std::vector<OneComparison> comparisons;  // where the protocol wants distributions
};

// One foreseen fixation's scores, those that exist at a fixation.
struct FixationScores {
  std::size_t pair = 0;
  Identifier subject;
  int step = 0;
  ScoreVector scores = AbsentScores();
};

// Everything a row of the table is made from, before means are taken.
struct Row {
  std::string name;
  bool human = false;
  std::vector<ScanpathScores> scanpaths;
  std::vector<FixationScores> fixations;  // of models that give maps
  std::vector<PairScores> by_pair;        // empty without scanpaths
  std::size_t pairs = 0;                  // with scanpaths
  std::size_t unused_scanpaths = 0;       // predictions for pairs of which no human trial is used
  std::size_t unknown_scanpaths = 0;      // predictions for pairs that the human file does not have
  std::size_t zero_length_paths = 0;      // left out of the scanpath ratio
};

// Of the needs of scores, what two scanpaths do not have (ScoreInfo::needs).
unsigned Missing(const Compared& two);

// The scores of each scanpath of a row on one pair, and what they add to the rest.
std::vector<ScanpathScores> ScoreOnPair(const HumanSet& humans, std::size_t pair,
                                        const RowOnPair& row, PairScores& rest);

// What a scanpath adds to the scores of a whole row.
TallyVector TalliesOf(const ScoredScanpath& scanpath);

// Each trial's comparisons with the other people on its pair.
std::vector<OneComparison> ComparisonsAmongPeople(const HumanSet& humans, const HumanPair& pair);

// People against people: each trial against those of the other subjects on its pair.
Row ScoreHumans(const HumanSet& humans);

// Predicted scanpaths, any number a pair, against all human trials of their pair. They are cut to
// seven points and after the first on target; predicted targets, answers and splits are not looked
// at. `predicted_cell` is the protocol's for models that act on the grid; kCenter leaves points as
// they are. Throws InputError when no scanpath belongs to a pair of `humans`.
Row ScorePredictions(const HumanSet& humans, std::string name,
                     std::span<const TrialInImage> predictions, CellPoint predicted_cell);

// The model's probability map for the next fixation of one subject's trial, 640 or 163,840 values,
// from its true past. Called from several threads. An empty result: the model has none there.
using NextFixationMap = std::function<std::vector<double>(
    const HumanPair& pair, const Identifier& subject, const NextFixation& next)>;

// Scores the maps on every human trial used and adds them to `row`. Throws InputError when a task
// has no prior, std::invalid_argument for a map of a wrong size.
void ScoreMaps(const HumanSet& humans, const NextFixationMap& maps,
               const std::map<std::string, TaskPrior>& priors, MapResolution resolution, Row& row);
// The same where nobody gave training trials: scores that need a prior are absent.
void ScoreMapsWithoutPriors(const HumanSet& humans, const NextFixationMap& maps,
                            MapResolution resolution, Row& row);

}  // namespace saccade::metrics
