#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "saccade/search/scanpath_model.h"

namespace saccade::testing {

// A model that has learned the reward it is told, and nothing else.
class FakeReward : public ScanpathModel {
 public:
  using Map = std::function<std::vector<double>(const Search&)>;
  explicit FakeReward(Map map) : map_(std::move(map)) {}

  std::string name() const override { return "fake"; }
  std::vector<TrialInImage> Predict(std::span<const Search>, const PredictOptions&) const override {
    return {};
  }
  std::vector<double> NextFixation(const Search&, std::span<const Cell>) const override {
    return {};
  }
  std::vector<double> RewardMap(const Search& search, std::span<const Cell>) const override {
    return map_(search);
  }

 private:
  Map map_;
};

}  // namespace saccade::testing
