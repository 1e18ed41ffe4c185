#pragma once

#include <functional>
#include <vector>

#include "saccade/search/sampling.h"

namespace saccade {

// Values to choose from for each of the four numbers that a model is calibrated by (SamplingOptions
// has what they mean). An empty list leaves that number at 1.
struct CalibrationGrid {
  std::vector<double> first = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5};  // temperatures
  std::vector<double> later = {1.0, 0.7, 0.5, 0.4, 0.3, 0.2};
  std::vector<double> first_short_odds = {};  // for policies with a landing
  std::vector<double> later_short_odds = {};
};

struct Calibration {
  SamplingOptions sampling;
  double distance = 0;
};

// The numbers with the smallest distance that two rounds find, each round choosing one after the
// other (later, first, first_short_odds, later_short_odds) with the rest as they are: some 30
// trials where all combinations would be a thousand. Starts from the first of each list. No
// combination is tried twice.
Calibration Calibrate(const CalibrationGrid& grid,
                      const std::function<double(const SamplingOptions&)>& distance);

}  // namespace saccade
