#include "saccade/learn/calibration.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace saccade {
namespace {

using Number = double SamplingOptions::*;

constexpr std::array<std::pair<const char*, Number>, 4> kNumbers = {{
    {"first_temperature", &SamplingOptions::first_temperature},
    {"later_temperature", &SamplingOptions::later_temperature},
    {"first_short_odds", &SamplingOptions::first_short_odds},
    {"later_short_odds", &SamplingOptions::later_short_odds},
}};

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

std::map<std::string, double> CalibrationByName(const SamplingOptions& sampling) {
  std::map<std::string, double> named;
  for (const auto& [name, number] : kNumbers) named[name] = sampling.*number;
  return named;
}

SamplingOptions SamplingOf(const std::map<std::string, double>& calibration) {
  SamplingOptions sampling;
  for (const auto& [name, number] : kNumbers) {
    const auto found = calibration.find(name);
    if (found != calibration.end()) sampling.*number = found->second;
  }
  return sampling;
}

std::string CalibrationText(const SamplingOptions& sampling) {
  return fmt::format("temperatures {:.2f} and {:.2f}, odds of falling short {:.2f} and {:.2f}",
                     sampling.first_temperature, sampling.later_temperature,
                     sampling.first_short_odds, sampling.later_short_odds);
}

}  // namespace saccade
