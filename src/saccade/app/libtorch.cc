#include "saccade/app/libtorch.h"

#ifdef SACCADE_TORCH
#include "saccade/torch/learning_benchmark.h"
#include "saccade/torch/torchscript_export.h"
#include "saccade/torch/torchscript_parser.h"
#endif

namespace saccade::app {

#ifdef SACCADE_TORCH
bool HasLibtorch() { return true; }

ParserOptions WithTorchScript(ParserOptions options) {
  options.torchscript = LoadTorchScriptParser;
  return options;
}

ExportOptions WithTorchScript(ExportOptions options) {
  options.torchscript = WriteTorchScript;
  return options;
}

std::vector<std::pair<std::string, double>> LearningSpeed(std::span<const TrialInImage> trials,
                                                          const BeliefLibrary& library,
                                                          int pictures, std::uint64_t seed) {
  const LearningBenchmark measured = MeasureLearning(trials, library, pictures, seed);
  return {{"pictures", static_cast<double>(measured.pictures)},
          {"states", static_cast<double>(measured.states)},
          {"rollout_seconds", measured.rollout_seconds},
          {"discriminator_seconds", measured.discriminator_seconds},
          {"reward_seconds", measured.reward_seconds},
          {"policy_update_seconds", measured.policy_update_seconds},
          {"iteration_seconds", measured.iteration_seconds},
          {"rollout_ratio", measured.rollout_ratio},
          {"discriminator_ratio", measured.discriminator_ratio},
          {"policy_update_ratio", measured.policy_update_ratio},
          {"iteration_ratio", measured.iteration_ratio},
          {"predict_ratio", measured.predict_ratio},
          {"predict_pictures_per_second", measured.predict_pictures_per_second},
          {"peak_fraction", measured.peak_fraction},
          {"peak_gflops", measured.peak_gflops},
          {"rss_mb", measured.peak_memory_mb}};
}
#else
bool HasLibtorch() { return false; }
ParserOptions WithTorchScript(ParserOptions options) { return options; }
ExportOptions WithTorchScript(ExportOptions options) { return options; }
std::vector<std::pair<std::string, double>> LearningSpeed(std::span<const TrialInImage>,
                                                          const BeliefLibrary&, int,
                                                          std::uint64_t) {
  return {};
}
#endif

}  // namespace saccade::app
