#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "saccade/learn/rollout.h"

namespace saccade {

// Temperatures to choose from (SamplingOptions has what they mean). An empty list leaves that
// temperature at 1.
struct CalibrationGrid {
  std::vector<double> first = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5};
  std::vector<double> later = {1.0, 0.7, 0.5, 0.4, 0.3, 0.2};
  std::vector<double> first_gain = {};  // for policies with a landing (nn/landing.h)
  std::vector<double> later_gain = {};
};

struct Calibration {
  SamplingOptions sampling;
  double distance = 0;
};

// The temperatures with the smallest distance that two rounds find, each round choosing one
// temperature after the other (later, first, first_gain, later_gain) with the others as they are:
// some 30 trials where all combinations would be a thousand. Starts from the first of each list. No
// combination is tried twice.
Calibration Calibrate(const CalibrationGrid& grid,
                      const std::function<double(const SamplingOptions&)>& distance);

// The temperatures as a model's card has them ("first_temperature"), and back; one that the card
// does not have is 1.
std::map<std::string, double> TemperaturesByName(const SamplingOptions& sampling);
SamplingOptions SamplingOf(const std::map<std::string, double>& temperatures);

// "first .60, later .30, gains 2.00 and 1.00".
std::string TemperaturesText(const SamplingOptions& sampling);

}  // namespace saccade
