#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "saccade/app/trial_input.h"
#include "saccade/base/watch.h"
#include "saccade/study/reward_measures.h"
#include "saccade/study/reward_recovery.h"

namespace saccade::app {

// What a learned reward says of people's searches; on simulated data, of the true reward.
struct RewardOptions {
  std::filesystem::path data{};     // folder of saccade dataset synthesize: the truth is known; or
  TrialInput fixations{};           // people's trials
  std::string model{};              // folder of saccade train irl
  std::filesystem::path beliefs{};  // store of the data
  std::string split = "valid";      // of `data`: train, valid or test
  Watch watch{};

  // Throws InputError unless either data or fixations are given.
  void Check() const;
};

OptionList OptionsOf(RewardOptions& options);

struct RewardResult {
  RewardMeasures measures;
  std::optional<RewardRecovery> recovery;  // of `data`
};

// Throws InputError for files that are not there or not what they must be, and for a model without
// a reward.
RewardResult MeasureReward(const RewardOptions& options);
nlohmann::ordered_json ToJson(const RewardResult& result);

}  // namespace saccade::app
