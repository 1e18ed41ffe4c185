#include "saccade/app/reward.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/metrics/human_set.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/synth/data_set_files.h"

namespace saccade::app {
namespace {

nlohmann::ordered_json ToJson(const RewardMeasures& found) {
  return {{"pairs", found.pairs},
          {"fixations", found.fixations},
          {"map_auc", found.map_auc},
          {"policy_auc", found.policy_auc},
          {"map_bits", found.map_bits},
          {"policy_bits", found.policy_bits},
          {"seen_pairs", found.seen_pairs},
          {"target_in_top5", found.target_in_top5},
          {"target_in_top1", found.target_in_top1},
          {"range_nats", found.range_nats}};
}

}  // namespace

OptionList OptionsOf(RewardOptions& o) {
  OptionList list;
  list.Add("data", TextOf(o.data), "Folder of saccade dataset synthesize: the true reward is known",
           "FOLDER")
      .Add("fixations", TrialTextOf(o.fixations), "Or people's trials", "FILE")
      .Add("model", o.model, "Model folder of saccade train irl")
      .Add("beliefs", TextOf(o.beliefs), "Belief store of the data", "FILE")
      .Add("split", ChoiceOf(o.split, {"train", "valid", "test"}), "Of --data")
      .Omit();
  return list;
}

void RewardOptions::Check() const {
  if (data.empty() == IsEmpty(fixations)) {
    throw InputError("give either --data FOLDER (simulated people) or --fixations FILE (people)");
  }
}

RewardResult MeasureReward(const RewardOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const auto trials =
      options.data.empty()
          ? TrialsOf(options.fixations)
          : ReadTrialsInImage(options.data / fmt::format("fixations_{}.json", options.split));
  const BeliefStore store = BeliefStore::Open(options.beliefs);
  const SearchSet set = MakeSearchSet(trials, BeliefLibrary(store), {});
  const auto model = OpenModel(options.model);
  RewardResult result;
  if (!options.data.empty()) {
    result.recovery = MeasureRewardRecovery(*model, set.searches,
                                            synth::ReadSearchers(options.data / "truth.json"));
  }
  result.measures = saccade::MeasureReward(
      *model, set.searches, metrics::PrepareHumans(trials, metrics::ProtocolByName("paper")));
  return result;
}

nlohmann::ordered_json ToJson(const RewardResult& result) {
  nlohmann::ordered_json json = ToJson(result.measures);
  if (result.recovery) {
    json.update({{"searches", result.recovery->searches},
                 {"rank_correlation", result.recovery->rank_correlation},
                 {"rank_ceiling", result.recovery->rank_ceiling},
                 {"pair_agreement", result.recovery->pair_agreement},
                 {"share_positive", result.recovery->share_positive},
                 {"top_agreement", result.recovery->top_agreement}});
  }
  return json;
}

}  // namespace saccade::app
