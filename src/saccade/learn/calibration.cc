#include "saccade/learn/calibration.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace saccade {
namespace {

using Temperature = double SamplingOptions::*;

constexpr std::array<std::pair<const char*, Temperature>, 4> kTemperatures = {{
    {"first_temperature", &SamplingOptions::first_temperature},
    {"later_temperature", &SamplingOptions::later_temperature},
    {"first_gain_temperature", &SamplingOptions::first_gain_temperature},
    {"later_gain_temperature", &SamplingOptions::later_gain_temperature},
}};

}  // namespace

Calibration Calibrate(const CalibrationGrid& grid,
                      const std::function<double(const SamplingOptions&)>& distance) {
  const std::array<std::pair<const std::vector<double>*, Temperature>, 4> order = {{
      {&grid.later, &SamplingOptions::later_temperature},
      {&grid.first, &SamplingOptions::first_temperature},
      {&grid.first_gain, &SamplingOptions::first_gain_temperature},
      {&grid.later_gain, &SamplingOptions::later_gain_temperature},
  }};
  std::map<std::map<std::string, double>, double> known;
  const auto measured = [&](const SamplingOptions& sampling) {
    const auto [place, is_new] = known.emplace(TemperaturesByName(sampling), 0);
    if (is_new) place->second = distance(sampling);
    return place->second;
  };
  Calibration best;
  for (const auto& [candidates, temperature] : order) {
    if (!candidates->empty()) best.sampling.*temperature = candidates->front();
  }
  best.distance = measured(best.sampling);
  for (int round = 0; round < 2; ++round) {
    for (const auto& [candidates, temperature] : order) {
      for (const double candidate : *candidates) {
        SamplingOptions sampling = best.sampling;
        sampling.*temperature = candidate;
        const double found = measured(sampling);
        if (found < best.distance) best = {sampling, found};
      }
    }
  }
  return best;
}

std::map<std::string, double> TemperaturesByName(const SamplingOptions& sampling) {
  std::map<std::string, double> named;
  for (const auto& [name, temperature] : kTemperatures) named[name] = sampling.*temperature;
  return named;
}

SamplingOptions SamplingOf(const std::map<std::string, double>& temperatures) {
  SamplingOptions sampling;
  for (const auto& [name, temperature] : kTemperatures) {
    const auto found = temperatures.find(name);
    if (found != temperatures.end()) sampling.*temperature = found->second;
  }
  return sampling;
}

std::string TemperaturesText(const SamplingOptions& sampling) {
  return fmt::format("first {:.2f}, later {:.2f}, gains {:.2f} and {:.2f}",
                     sampling.first_temperature, sampling.later_temperature,
                     sampling.first_gain_temperature, sampling.later_gain_temperature);
}

}  // namespace saccade
