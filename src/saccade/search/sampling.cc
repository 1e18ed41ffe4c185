#include "saccade/search/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

std::string CalibrationText(const std::map<std::string, double>& calibration) {
  std::string text;
  for (const auto& [name, value] : calibration) {
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", name, value);
  }
  std::ranges::replace(text, '_', ' ');
  return text;
}

}  // namespace saccade
