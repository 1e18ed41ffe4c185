#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "saccade/metrics/conditional.h"
#include "saccade/metrics/human_set.h"
#include "saccade/metrics/recurrence.h"

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
        multimatch(MultiMatch(scored.saccades, human.saccades)) {
    if (protocol.Wants(kRecurrence)) {
      recurrence = CrossRecurrence<Frame::kImage>(scored.scanpath, human.scanpath);
    }
  }

  // The part of a string sampled in time that the first `fixations` fixations make.
  static std::span<const int> FirstInTime(std::span<const int> in_time,
                                          const ScoredScanpath& scanpath, std::size_t fixations) {
    std::size_t samples = 0;
    for (std::size_t i = 0; i < std::min(fixations, scanpath.scanpath.size()); ++i) {
      samples += SamplesOf(scanpath.scanpath[i].duration_ms, TimeSampling::kDrop);
    }
    return in_time.first(std::min(samples, in_time.size()));
  }

  const ScoredScanpath& scored;
  const ScoredScanpath& human;
  // Strings, cut as the protocol says.
  std::span<const int> clusters;
  std::span<const int> human_clusters;
  std::span<const int> labels;
  std::span<const int> human_labels;
  std::optional<MultiMatchScores> multimatch;
  std::optional<RecurrenceScores> recurrence;  // where the protocol wants it

  // Sequence scores of the strings in time, cut to the same fixations.
  double SequenceInTime() const {
    return SequenceSimilarity(FirstInTime(scored.clusters_in_time, scored, clusters.size()),
                              FirstInTime(human.clusters_in_time, human, human_clusters.size()));
  }
  double SemanticInTime() const {
    return SequenceSimilarity(FirstInTime(scored.labels_in_time, scored, labels.size()),
                              FirstInTime(human.labels_in_time, human, human_labels.size()));
  }
};

// A model's map at the resolution of the scores, and the fixation that came.
struct ForeseenFixation {
  explicit ForeseenFixation(const MapAtFixation& map_at_fixation)
      : at(map_at_fixation), scores(ScoreMap(at)) {}

  const MapAtFixation& at;
  ConditionalScores scores;
};

}  // namespace saccade::metrics
