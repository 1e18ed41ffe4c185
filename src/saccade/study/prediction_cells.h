#pragma once

#include <memory>
#include <string>
#include <vector>

#include "saccade/study/study.h"
#include "saccade/study/study_data.h"

namespace saccade {

// Studies that look at scanpaths themselves: the models given, and random scanpaths, search the
// scored pairs, each once for a seed. A cell "NAME-SEED" leaves predictions.json.

// Who searches: the models in the order given, then "random scanpath".
std::vector<std::string> SearcherNames(const StudyOptions& options);

std::vector<StudyCell> PredictionCells(const StudyOptions& options);

// The scanpaths of a finished cell, each cut after its first fixation on target and to seven
// points: what is scored.
std::vector<TrialInImage> Predictions(const Experiment& experiment, const std::string& name,
                                      std::uint64_t seed, const metrics::HumanSet& humans);

}  // namespace saccade
