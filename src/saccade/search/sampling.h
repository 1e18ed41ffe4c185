#pragma once

#include <map>
#include <string>

namespace saccade {

// How scanpaths are drawn from a policy.
struct SamplingOptions {
  int max_fixations = 6;         // after the start
  double first_temperature = 1;  // of the softmax for the first saccade; below 1 is surer of itself
  double later_temperature = 1;  // for those that follow
  // Times the odds of falling short, for policies with a landing (nn/landing.h).
  double first_short_odds = 1;
  double later_short_odds = 1;
  bool greedy = false;          // always the likeliest cell
  bool recorded_start = false;  // begin where a person did (Search::recorded_start)
  bool inhibit = true;          // inhibition of return (3x3 around every fixation, the start's too)
  bool stop_on_target = true;   // when the chosen cell overlaps the target's box
  bool with_value = false;      // the critic's values too: three quarters of the work
  bool with_map = false;        // the probability of every cell too
  bool with_states = true;      // what each decision was made from, 8 KB a step
  // Log-probabilities are those of the map without inhibition, as the released code takes them.
  bool free_probability = false;
  double probability_floor =
      0;  // the released code takes none for less, nor for more than 1 - this
};

// What a model is calibrated by, as its card has it ("first_temperature"), and back; one that the
// card does not have is 1.
std::map<std::string, double> CalibrationByName(const SamplingOptions& sampling);
SamplingOptions SamplingOf(const std::map<std::string, double>& calibration);

// "first temperature 0.60, later temperature 0.30": of any model's calibration.
std::string CalibrationText(const std::map<std::string, double>& calibration);

}  // namespace saccade
