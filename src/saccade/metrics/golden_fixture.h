#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "saccade/scene/trial.h"
#include "saccade/testing/shared_data.h"

// For tests: the golden files of the shared data set.
namespace saccade::metrics {

inline nlohmann::json Golden(const std::string& relative) {
  std::ifstream file(testing::SharedData(relative));
  return nlohmann::json::parse(file);
}

// {"X": [...], "Y": [...], "T": [...]}; T may be absent.
template <Frame F>
Scanpath<F> GoldenScanpath(const nlohmann::json& json) {
  Scanpath<F> scanpath;
  for (std::size_t i = 0; i < json["X"].size(); ++i) {
    scanpath.push_back(
        {{json["X"][i], json["Y"][i]}, json.contains("T") ? json["T"][i].get<double>() : 0});
  }
  return scanpath;
}

}  // namespace saccade::metrics
