#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/scene/search_measures.h"
#include "saccade/scene/trial.h"
#include "saccade/study/graphic.h"

namespace saccade {

// Somebody who searches: people, or a model.
struct ShownSearcher {
  std::string name;
  std::vector<TrialInImage> scanpaths;             // of all seeds
  std::vector<std::vector<TrialInImage>> by_seed;  // of models
};

// Fig. 3: the five measures, from blue (easy) to red (hard) in the paper; here by lightness.
Graphic MeasureFigure(const std::vector<CategoryMeasures>& categories);

// Shares of saccades by amplitude and direction, of first saccades by gain, of searches by their
// number of fixations; people dashed. Bands: standard deviations over subjects or seeds.
Graphic BehaviourHistograms(const std::vector<ShownSearcher>& searchers);

// Of each target, people's density and a model's on one scale.
Graphic DensityFigure(const ShownSearcher& people, const ShownSearcher& model);

}  // namespace saccade
