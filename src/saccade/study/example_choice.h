#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/metrics/row.h"
#include "saccade/study/report.h"

namespace saccade {

// A row of the score table, with the scanpaths behind it. People's are in the HumanSet.
struct ScoredRow {
  metrics::Row row;
  std::vector<TrialInImage> trials = {};
};

// What a row did on one pair: scanpaths as they were given, each with its scores.
struct ScanpathsOnPair {
  std::vector<TrialInImage> trials;  // none for people
  std::vector<metrics::ScanpathScores> scores;
};
ScanpathsOnPair OnPair(const ScoredRow& row, const metrics::HumanSet& humans, std::size_t pair);

// Mean of a score, by its place in ScoreVector, over the scanpaths of a row on a pair; kAbsent
// without any.
double MeanOnPair(const ScoredRow& row, std::size_t pair, std::size_t score);

// The pairs to draw, as indices into humans.pairs: among those in which somebody needed at least
// two saccades and for which every prediction has a scanpath. kDrawn: with the seed, no target
// twice while others are left. kWorst: those where the first prediction's sequence score falls
// furthest behind people's. `rows`: people, random, then the predictions.
std::vector<std::size_t> ChooseExamples(const ReportInput& input, const metrics::HumanSet& humans,
                                        std::span<const ScoredRow> rows);

}  // namespace saccade
