#pragma once

#include <optional>
#include <span>

#include "saccade/metrics/conditional.h"
#include "saccade/metrics/human_set.h"

namespace saccade::metrics {

// What the lines of the table of scores read (metrics/score_table.h). Work that several scores
// share is done here, once.

// A scanpath beside one person's on the same picture.
struct Compared {
  Compared(const ScoredScanpath& scored_scanpath, const ScoredScanpath& persons,
           const Protocol& protocol)
      : scored(scored_scanpath),
        human(persons),
        clusters(protocol.cut.Prediction(scored.clusters)),
        human_clusters(protocol.cut.Human(human.clusters)),
        labels(protocol.cut.Prediction(scored.labels)),
        human_labels(protocol.cut.Human(human.labels)),
        multimatch(MultiMatch(scored.saccades, human.saccades)) {}

  const ScoredScanpath& scored;
  const ScoredScanpath& human;
  // Strings, cut as the protocol says.
  std::span<const int> clusters;
  std::span<const int> human_clusters;
  std::span<const int> labels;
  std::span<const int> human_labels;
  std::optional<MultiMatchScores> multimatch;
};

// A model's map at the resolution of the scores, and the fixation that came.
struct ForeseenFixation {
  explicit ForeseenFixation(const MapAtFixation& map_at_fixation)
      : at(map_at_fixation), scores(ScoreMap(at)) {}

  const MapAtFixation& at;
  ConditionalScores scores;
};

}  // namespace saccade::metrics
