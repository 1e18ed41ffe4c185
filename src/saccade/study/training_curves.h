#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace saccade {

// What the released code writes while it trains, one line each: its name in files of its curves and
// what it is. Losses and returns come with every iteration, counted from 0; the four evaluations
// with every 20th.
struct TrainingCurveName {
  const char* key;
  const char* title;
  bool evaluation;
};
inline constexpr std::array<TrainingCurveName, 8> kTrainingCurves = {{
    {"discriminator_real_loss", "mean D of people's pairs", false},
    {"discriminator_fake_loss", "mean D of the policy's pairs", false},
    {"ppo_return", "mean return", false},
    {"ppo_loss", "PPO loss", false},
    {"found_by_1", "found by fixation 1", true},
    {"found_by_3", "found by fixation 3", true},
    {"found_by_6", "found by fixation 6", true},
    {"probability_mismatch", "probability mismatch", true},
}};

struct TrainingCurve {
  std::vector<double> iterations;  // ascending
  std::vector<double> values;
};

// The curves of one training, in the order of kTrainingCurves.
struct CurvesOfTraining {
  std::string name;
  std::array<TrainingCurve, kTrainingCurves.size()> curves;
};

// {"runs": {NAME: {KEY: {"iteration": [...], "value": [...]}}}} with every key of kTrainingCurves.
// Throws InputError naming the place for anything else.
std::vector<CurvesOfTraining> ReadReleasedCurves(const std::filesystem::path& file);

// The same of a run of `train irl` whose options have released_scores, finished or not; none of its
// iterations is there when it has not begun. `entropy_weight` and `value_weight` are those of its
// PPO loss, which it writes in parts.
CurvesOfTraining CurvesOfRun(const std::filesystem::path& run, std::string name,
                             double entropy_weight, double value_weight);

// Its mean over the values whose iteration lies in [from, from + length); NaN of none.
double MeanAt(const TrainingCurve& curve, double from, double length);

// How far two curves are apart: the mean absolute difference over the iterations that both have.
// NaN without any.
double DistanceBetween(const TrainingCurve& a, const TrainingCurve& b);
// The mean of several, over the iterations that all have.
TrainingCurve MeanCurve(std::span<const TrainingCurve> curves);

}  // namespace saccade
