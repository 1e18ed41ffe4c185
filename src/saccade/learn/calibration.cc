#include "saccade/learn/calibration.h"

#include <array>
#include <limits>
#include <map>

namespace saccade {
namespace {

using Number = double SamplingOptions::*;

}  // namespace

Calibration Calibrate(const CalibrationGrid& grid,
                      const std::function<double(const SamplingOptions&)>& distance) {
  const std::array<std::pair<const std::vector<double>*, Number>, 4> order = {{
      {&grid.later, &SamplingOptions::later_temperature},
      {&grid.first, &SamplingOptions::first_temperature},
      {&grid.first_short_odds, &SamplingOptions::first_short_odds},
      {&grid.later_short_odds, &SamplingOptions::later_short_odds},
  }};
  std::map<std::map<std::string, double>, double> known;
  const auto measured = [&](const SamplingOptions& sampling) {
    const auto [place, is_new] = known.emplace(CalibrationByName(sampling), 0);
    if (is_new) place->second = distance(sampling);
    return place->second;
  };
  Calibration best;
  for (const auto& [candidates, number] : order) {
    if (!candidates->empty()) best.sampling.*number = candidates->front();
  }
  best.distance = measured(best.sampling);
  for (int round = 0; round < 2; ++round) {
    for (const auto& [candidates, number] : order) {
      for (const double candidate : *candidates) {
        SamplingOptions sampling = best.sampling;
        sampling.*number = candidate;
        const double found = measured(sampling);
        if (found < best.distance) best = {sampling, found};
      }
    }
  }
  return best;
}

}  // namespace saccade
