#include "saccade/metrics/benchmark.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/parallel.h"
#include "saccade/base/processor_width.h"
#include "saccade/cli/command.h"
#include "saccade/scene/trial_file.h"
#include "saccade/synth/data_set.h"
#ifdef SACCADE_TORCH
#include "saccade/learn/irl_options.h"
#include "saccade/torch/learning_benchmark.h"
#endif

namespace saccade::cli {
namespace {

using nlohmann::ordered_json;

struct BenchmarkCommand {
  std::string fixations;
  std::string beliefs;
  int pictures = 128;
  bool scale = false;
  bool only_metrics = false;
  JsonOutput json;
};

// What is measured on: the user's files, or the embedded data.
struct BenchmarkData {
  std::vector<TrialInImage> trials;
  std::vector<PictureBeliefs> pictures;
};

BenchmarkData EmbeddedData(std::uint64_t seed) {
  const synth::DataSetOptions options{.pictures_per_task = 8, .seed = seed};
  const auto searchers = synth::MakeSearchers(options.seed);
  const std::size_t count = static_cast<std::size_t>(options.Pictures());
  std::vector<PictureBeliefs> beliefs(count);
  std::vector<std::vector<TrialInDisplay>> trials(count);
  ParallelFor(count, [&](std::size_t i) {
    const synth::SimulatedPicture picture = synth::MakePicture(options, static_cast<int>(i));
    beliefs[i] = picture.beliefs;
    trials[i] = synth::SearchPicture(picture, searchers, options.seed);
  });
  BenchmarkData data{.trials = {}, .pictures = std::move(beliefs)};
  for (const auto& of_picture : trials) {
    for (const TrialInDisplay& trial : of_picture) data.trials.push_back(ToImage(trial));
  }
  return data;
}

void AddMetrics(const BenchmarkCommand& command, std::span<const TrialInImage> trials,
                ordered_json& document) {
  const metrics::MetricBenchmark measured = metrics::MeasureMetrics(trials);
  document["multimatch_pairs_per_second"] = measured.multimatch_pairs_per_second;
  document["human_row_seconds"] = measured.human_row_seconds;
  for (const metrics::MetricTime& time : measured.times) {
    document["time_share_" + time.metric] = time.fraction;
  }
  if (!command.scale) return;
  for (const metrics::ScaleTime& scale : measured.scale) {
    document[fmt::format("human_row_seconds_{}x", scale.factor)] = scale.human_row_seconds;
  }
}

#ifdef SACCADE_TORCH
void AddLearning(const BenchmarkCommand& command, const BenchmarkData& data, std::uint64_t seed,
                 ordered_json& document) {
  const BeliefLibrary library = command.beliefs.empty()
                                    ? BeliefLibrary(data.pictures)
                                    : BeliefLibrary(BeliefStore::Open(command.beliefs));
  const SearchSet set = MakeSearchSet(data.trials, library, IrlPreset("reference").demonstrations);
  const LearningBenchmark measured = MeasureLearning(set, command.pictures, seed);
  document["pictures"] = measured.pictures;
  document["states"] = measured.states;
  document["rollout_seconds"] = measured.rollout_seconds;
  document["discriminator_seconds"] = measured.discriminator_seconds;
  document["reward_seconds"] = measured.reward_seconds;
  document["policy_update_seconds"] = measured.policy_update_seconds;
  document["iteration_seconds"] = measured.iteration_seconds;
  document["rollout_ratio"] = measured.rollout_ratio;
  document["discriminator_ratio"] = measured.discriminator_ratio;
  document["policy_update_ratio"] = measured.policy_update_ratio;
  document["iteration_ratio"] = measured.iteration_ratio;
  document["predict_ratio"] = measured.predict_ratio;
  document["predict_pictures_per_second"] = measured.predict_pictures_per_second;
  document["peak_fraction"] = measured.peak_fraction;
  document["peak_gflops"] = measured.peak_gflops;
  document["rss_mb"] = measured.peak_memory_mb;
}
#endif

void Run(const BenchmarkCommand& command, std::uint64_t seed) {
  BenchmarkData data;
  if (command.fixations.empty() || command.beliefs.empty()) data = EmbeddedData(seed);
  if (!command.fixations.empty()) data.trials = ReadTrialsInImage(command.fixations);
  ordered_json document = {
      {"threads", Threads()}, {"seed", seed}, {"width", WidthName(CurrentWidth())}};
  AddMetrics(command, data.trials, document);
#ifdef SACCADE_TORCH
  // Beliefs and trials must be of the same pictures: embedded ones go together.
  if (!command.only_metrics && command.fixations.empty() == command.beliefs.empty()) {
    AddLearning(command, data, seed, document);
  }
#endif
  if (WriteJson(command.json, document)) return;
  for (const auto& [name, value] : document.items()) {
    fmt::print("{:<34} {}\n", name,
               value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump());
  }
}

}  // namespace

void AddBenchmark(CLI::App& app, Invocation& invocation) {
  const auto command = std::make_shared<BenchmarkCommand>();
  CLI::App* benchmark = app.add_subcommand(
      "benchmark", "How fast scoring, learning and prediction are on this machine");
  benchmark->add_option("--fixations", command->fixations,
                        "Trials (JSON) to measure on; default: the embedded data");
  benchmark->add_option("--beliefs", command->beliefs, "Belief store of their pictures");
  benchmark->add_option("--pictures", command->pictures, "Searches of the training iteration")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  benchmark->add_flag("--scale", command->scale, "Scoring at 1x, 2x, 4x, 8x of the trials too");
  benchmark->add_flag("--only-metrics", command->only_metrics,
                      "Leave learning out (it takes minutes)");
  AddJsonOption(*benchmark, command->json);
  benchmark->footer("Example:\n  saccade benchmark --json benchmark.json");
  benchmark->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation.seed); };
  });
}

}  // namespace saccade::cli
