#pragma once

#include <cstdint>
#include <span>

#include "saccade/search/search_set.h"

namespace saccade {

// One training iteration (reference preset: pictures x 4 scanpaths, untrained networks) by the
// plain dense modules and by the fast paths, in one process on the same searches. Ratios are
// plain time / fast time.
struct LearningBenchmark {
  std::size_t pictures = 0;
  std::size_t states = 0;  // of the fast iteration

  double rollout_seconds = 0;
  double discriminator_seconds = 0;
  double reward_seconds = 0;
  double policy_update_seconds = 0;
  double iteration_seconds = 0;

  double rollout_ratio = 0;
  double discriminator_ratio = 0;
  double policy_update_ratio = 0;
  double iteration_ratio = 0;
  double predict_ratio = 0;

  double predict_pictures_per_second = 0;  // 10 scanpaths of 6 fixations each
  // The dense convolutions of the policy update, alone in a loop on the same shapes and threads,
  // against the time of the whole update. Above 1: the update, with all that is not convolution, is
  // faster than the library's convolutions alone, because pooled layers go backward by their
  // winners.
  double peak_fraction = 0;
  double peak_gflops = 0;     // of these convolutions alone, counted as direct ones
  double peak_memory_mb = 0;  // of the process so far
};

// `pictures`: searches taken from the trials', in order (128 as the presets have it).
LearningBenchmark MeasureLearning(std::span<const TrialInImage> trials,
                                  const BeliefLibrary& library, int pictures, std::uint64_t seed);

}  // namespace saccade
