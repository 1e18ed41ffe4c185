#include "saccade/app/benchmark.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "saccade/app/libtorch.h"
#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/base/processor_width.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/synth/data_set.h"

namespace saccade::app {
namespace {

struct Measured {
  std::vector<TrialInImage> trials;
  BeliefLibrary library;
};

Measured EmbeddedData(std::uint64_t seed) {
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
  Measured data{{}, BeliefLibrary(std::move(beliefs))};
  for (const auto& of_picture : trials) {
    for (const TrialInDisplay& trial : of_picture) data.trials.push_back(ToImage(trial));
  }
  return data;
}

Measured GivenData(const BenchmarkOptions& options) {
  return {TrialsOf(options.fixations), options.beliefs.empty()
                                           ? BeliefLibrary()
                                           : BeliefLibrary(BeliefStore::Open(options.beliefs))};
}

}  // namespace

OptionList OptionsOf(BenchmarkOptions& o) {
  OptionList list;
  list.Add("fixations", TrialTextOf(o.fixations),
           "Trials (JSON) to measure on; default: the embedded data")
      .Add("beliefs", TextOf(o.beliefs), "Belief store of their pictures")
      .Add("pictures", o.pictures, {1, 100000}, "Searches of the training iteration")
      .Add("scale", o.scale, "Scoring at 1x, 2x, 4x, 8x of the trials too")
      .Add("only-metrics", o.only_metrics, "Leave learning out (it takes minutes)")
      .Add("seed", o.seed, {}, "Of the embedded data, and of the training iteration")
      .Omit();
  return list;
}

void BenchmarkOptions::Check() const {
  if (!beliefs.empty() && IsEmpty(fixations)) {
    throw InputError("--beliefs needs --fixations: trials of the same pictures");
  }
}

BenchmarkResult Benchmark(const BenchmarkOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const bool embedded = IsEmpty(options.fixations);
  const Measured data = embedded ? EmbeddedData(options.seed) : GivenData(options);
  BenchmarkResult result{.threads = Threads(),
                         .seed = options.seed,
                         .width = std::string(WidthName(CurrentWidth())),
                         .scoring = metrics::MeasureMetrics(data.trials),
                         .learning = {}};
  if (!options.scale) result.scoring.scale.clear();
  if (options.only_metrics || (!embedded && options.beliefs.empty())) return result;
  result.learning = LearningSpeed(data.trials, data.library, options.pictures, options.seed);
  if (result.learning.empty()) {
    LogWarning("learning is measured beside the plain networks, which need libtorch: left out");
  }
  return result;
}

nlohmann::ordered_json ToJson(const BenchmarkResult& result) {
  nlohmann::ordered_json json = {
      {"threads", result.threads},
      {"seed", result.seed},
      {"width", result.width},
      {"multimatch_pairs_per_second", result.scoring.multimatch_pairs_per_second},
      {"human_row_seconds", result.scoring.human_row_seconds}};
  for (const metrics::MetricTime& time : result.scoring.times) {
    json["time_share_" + time.metric] = time.fraction;
  }
  for (const metrics::ScaleTime& scale : result.scoring.scale) {
    json[fmt::format("human_row_seconds_{}x", scale.factor)] = scale.human_row_seconds;
  }
  for (const auto& [name, value] : result.learning) json[name] = value;
  return json;
}

}  // namespace saccade::app
