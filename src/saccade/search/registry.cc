#include "saccade/base/error.h"
#include "saccade/search/bc_lstm_model.h"
#include "saccade/search/feature_map_model.h"
#include "saccade/search/map_sampler.h"
#include "saccade/search/policy_model.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {
namespace {

std::unique_ptr<ScanpathModel> OpenFolder(const std::filesystem::path& folder,
                                          const ModelInputs& inputs) {
  const Model model = ReadModelFolder(folder);
  const std::string& kind = model.description.kind;
  if (kind == "irl" || kind == "bc-cnn") {
    return std::make_unique<PolicyModel>(model, folder.string());
  }
  if (kind == "bc-lstm") return std::make_unique<BcLstmModel>(model, folder.string());
  if (kind == kDetectorKind || kind == kFixationHeuristicKind) {
    return std::make_unique<FeatureMapModel>(model, inputs, folder.string());
  }
  throw InputError(folder / "model.json", "kind",
                   "is {}, which cannot predict; irl, bc-cnn, bc-lstm, detector and "
                   "fixation-heuristic can",
                   kind);
}

constexpr std::string_view kRewardPrefix = "reward:";

}  // namespace

std::vector<double> ScanpathModel::RewardMap(const Search&, std::span<const Cell>) const {
  return {};
}

std::vector<BuiltInModel> BuiltInModels() {
  return {{"target-sharp",
           "a detector without pixels: draws from the target's channel of the sharp beliefs"},
          {"target-blurred", "the same of the blurred beliefs"},
          {"reward:MODEL", "draws from the learned reward of MODEL instead of its policy"}};
}

std::unique_ptr<ScanpathModel> OpenModel(const std::string& folder_or_name,
                                         const ModelInputs& inputs) {
  if (folder_or_name == "target-sharp") {
    return std::make_unique<TargetChannelModel>(TargetChannelModel::Layer::kSharp);
  }
  if (folder_or_name == "target-blurred") {
    return std::make_unique<TargetChannelModel>(TargetChannelModel::Layer::kBlurred);
  }
  if (folder_or_name.starts_with(kRewardPrefix)) {
    const std::string inner = folder_or_name.substr(kRewardPrefix.size());
    const Model model = ReadModelFolder(inner);
    if (WithoutPrefix(model.tensors, "discriminator.").empty()) {
      throw InputError(inner, "",
                       "has learned no reward (no discriminator in it); use a model of "
                       "saccade train irl");
    }
    return std::make_unique<ImmediateRewardModel>(OpenFolder(inner, inputs));
  }
  if (!std::filesystem::is_directory(folder_or_name)) {
    std::string known;
    for (const BuiltInModel& model : BuiltInModels()) known += ", " + model.name;
    throw InputError(folder_or_name, "", "is no model; give a folder that saccade train wrote{}",
                     " or one of" + known.substr(1));
  }
  return OpenFolder(folder_or_name, inputs);
}

}  // namespace saccade
