#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "saccade/study/comparison.h"
#include "saccade/study/methods.h"
#include "saccade/study/study.h"
#include "saccade/study/trial_choice.h"

namespace saccade {

// Something learned here. Variants whose training has the same name share it: it is one cell a
// seed.
struct Training {
  std::string name;  // its cells are "train-NAME-SEED"
  Method method;
  std::string preset = "default";
  std::vector<std::string> settings{};  // NAME=VALUE, of the learner
  // Of the trials learned from; those it is validated on are of the same people.
  TrialChoice learns_from{};
  // Channels whose maps are empty while it learns: names of classes, or "target", "other-things",
  // "stuff", "saliency" (ChannelGroupOf).
  std::vector<std::string> hidden{};
};

// How a row draws its scanpaths.
struct Sampling {
  int samples = 0;  // a pair; 0: as the study is told
  bool greedy = false;
  bool until_target = false;
  std::optional<double> temperature = std::nullopt;  // none: the model's own
};

// One row of a study, once for each seed.
struct Variant {
  std::string name;         // its cells are "NAME-SEED"
  std::string title;        // of the row
  std::string published{};  // the paper's row beside it; empty: none
  std::optional<Training> training{};
  // What OpenRowSource takes; with a training what stands before its model's folder: "" or
  // "reward:".
  std::string source{};
  TrialChoice scored_on{};
  std::vector<std::string> hidden{};  // while it searches; as in Training
  Sampling sampling{};
  // What the intervals draw; the same for all rows of a study.
  metrics::ResampleUnit resample = metrics::ResampleUnit::kPictures;
};

// The cells of trainings x seeds alone.
std::vector<StudyCell> CellsOf(const std::vector<Training>& trainings, const StudyOptions& options);

// The cells of variants x seeds: trainings, then rows. A training leaves its run in "run" of its
// folder, a row "predictions.json"; its result has cost and row. Throws InputError when a given
// model or a file is not there.
std::vector<StudyCell> CellsOf(const std::vector<Variant>& variants, const StudyOptions& options);

// The rows of finished cells, in the order of `variants`; where the study shows what there is so
// far, rows and seeds without one are left out.
Comparison RowsOf(const std::vector<Variant>& variants, const Experiment& experiment,
                  const StudyOptions& options);

}  // namespace saccade
