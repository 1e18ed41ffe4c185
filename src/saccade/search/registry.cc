#include "saccade/base/error.h"
#include "saccade/base/options.h"
#include "saccade/search/bc_lstm_model.h"
#include "saccade/search/durations.h"
#include "saccade/search/feature_map_model.h"
#include "saccade/search/installed_models.h"
#include "saccade/search/map_sampler.h"
#include "saccade/search/policy_model.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {
namespace {

// Every kind that a model folder may have, and who runs it.
struct ModelKind {
  const char* kind;
  std::unique_ptr<ScanpathModel> (*open)(const Model&, const ModelInputs&, const std::string&);
};

template <typename T>
std::unique_ptr<ScanpathModel> Open(const Model& model, const ModelInputs& inputs,
                                    const std::string& origin) {
  if constexpr (std::is_constructible_v<T, const Model&, const ModelInputs&, const std::string&>) {
    return std::make_unique<T>(model, inputs, origin);
  } else {
    return std::make_unique<T>(model, origin);
  }
}

constexpr ModelKind kKinds[] = {{"irl", Open<PolicyModel>},
                                {"bc-cnn", Open<PolicyModel>},
                                {"bc-lstm", Open<BcLstmModel>},
                                {kDetectorKind, Open<FeatureMapModel>},
                                {kFixationHeuristicKind, Open<FeatureMapModel>}};

}  // namespace

OptionList OptionsOf(PredictOptions& o) {
  OptionList list;
  list.Add("samples", o.samples, {1, 10000}, "Scanpaths a search")
      .Add("max-fixations", o.max_fixations, {1, 60}, "Fixations after the start")
      .Add("greedy", o.greedy, "Always the likeliest cell")
      .Add(
          "until-target", o.until_target,
          "End a scanpath when it is on the target; in a photo: when the target is in the fovea by "
          "the parser's own sharp view")
      .Add("temperature", o.temperature, {0.01, 100},
           "Of every draw, instead of the model's calibrated ones")
      .Omit()
      .Add("seed", o.seed, {}, "Of every draw");
  return list;
}

SamplingOptions SamplingFor(const PredictOptions& options, const SamplingOptions& calibrated) {
  SamplingOptions sampling = options.calibration ? SamplingOf(*options.calibration) : calibrated;
  sampling.max_fixations = options.max_fixations;
  sampling.greedy = options.greedy;
  sampling.stop_on_target = options.until_target;
  if (options.temperature) {
    sampling.first_temperature = sampling.later_temperature = *options.temperature;
    sampling.first_short_odds = sampling.later_short_odds = 1;
  }
  return sampling;
}

std::vector<double> ScanpathModel::RewardMap(const Search&, std::span<const Cell>) const {
  return {};
}

std::unique_ptr<ScanpathModel> OpenModel(const Model& model, const ModelInputs& inputs,
                                         const std::string& origin) {
  std::string known;
  for (const ModelKind& kind : kKinds) {
    if (model.description.kind == kind.kind) {
      auto opened = kind.open(model, inputs, origin);
      const auto& durations = model.description.durations;
      if (durations.empty()) return opened;
      return WithDurations(std::move(opened), DurationsOf(durations, origin + "/model.json"));
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.kind);
  }
  throw InputError(std::filesystem::path(origin) / "model.json", "kind",
                   "is {}, which cannot predict; {} can", model.description.kind, known);
}

std::vector<BuiltInModel> BuiltInModels() {
  return {{"target-sharp",
           "a detector without pixels: draws from the target's channel of the sharp beliefs"},
          {"target-blurred", "the same of the blurred beliefs"},
          {"reward:MODEL", "draws from the learned reward of MODEL instead of its policy"}};
}

std::unique_ptr<ScanpathModel> OpenModel(const std::string& folder_or_name,
                                         const ModelInputs& inputs) {
  const std::string resolved = ResolveModel(folder_or_name);
  if (resolved == "target-sharp") {
    return std::make_unique<TargetChannelModel>(TargetChannelModel::Layer::kSharp);
  }
  if (resolved == "target-blurred") {
    return std::make_unique<TargetChannelModel>(TargetChannelModel::Layer::kBlurred);
  }
  if (resolved.starts_with(kRewardPrefix)) {
    const std::string inner = resolved.substr(std::string_view(kRewardPrefix).size());
    const Model model = ReadModelFolder(inner);
    if (WithoutPrefix(model.tensors, "discriminator.").empty()) {
      throw InputError(inner, "",
                       "has learned no reward (no discriminator in it); use a model of "
                       "saccade train irl");
    }
    return std::make_unique<ImmediateRewardModel>(OpenModel(model, inputs, inner));
  }
  return OpenModel(ReadModelFolder(resolved), inputs, resolved);
}

}  // namespace saccade
