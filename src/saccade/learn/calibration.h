#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace saccade {

// The numbers that a model draws its scanpaths with, by name, as its card has them
// ("first_temperature"). One that is missing is 1.
using Calibration = std::map<std::string, double>;

// Values to choose from for one of these numbers.
struct CalibrationRange {
  std::string name;
  std::vector<double> values;  // at least one
};
// In the order in which the numbers are chosen.
using CalibrationGrid = std::vector<CalibrationRange>;

struct Calibrated {
  Calibration calibration;
  double distance = 0;
};

// The numbers with the smallest distance that two rounds find, each round choosing one after the
// other in the grid's order with the rest as they are: some 30 trials where all combinations would
// be a thousand. Starts from the first of each list. No combination is tried twice.
Calibrated Calibrate(const CalibrationGrid& grid,
                     const std::function<double(const Calibration&)>& distance);

}  // namespace saccade
