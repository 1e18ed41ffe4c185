#include "saccade/search/feature_map_model.h"

#include "saccade/base/error.h"
#include "saccade/nn/map_head.h"

namespace saccade {

FeatureMapModel::FeatureMapModel(const Model& model, const ModelInputs& inputs,
                                 const std::string& origin)
    : name_(model.description.kind),
      blocks_(WithoutPrefix(model.tensors, "blocks.")),
      head_(WithoutPrefix(model.tensors, "head.")),
      features_(inputs.features) {
  MapHeadShapeOf(head_, origin);
  const int blocks = CountResidualBlocks(blocks_, origin);
  if (!features_) {
    throw InputError(origin, "",
                     "is a {}, which sees the pictures themselves; give --images DIR and "
                     "--features-from WEIGHTS",
                     name_);
  }
  const auto made_by = model.description.settings.find("features");
  if (made_by != model.description.settings.end() && made_by->second != inputs.feature_maker) {
    throw InputError(origin, "", "was trained on features of {}; --features-from gives those of {}",
                     made_by->second, inputs.feature_maker);
  }
  if (blocks > 0) {
    if (!inputs.cut) {
      throw InputError(origin, "",
                       "has fine-tuned the last {} blocks of {}, which is not to be had", blocks,
                       inputs.feature_maker);
    }
    features_ = inputs.cut(blocks).features;
  }
  const auto found = model.description.calibration.find(kTemperature);
  if (found != model.description.calibration.end()) temperature_ = found->second;
}

std::vector<double> FeatureMapModel::Weights(const Search& search, std::span<const Cell>) const {
  const std::pair key(search.task, search.name);
  {
    const std::lock_guard lock(mutex_);
    const auto found = maps_.find(key);
    if (found != maps_.end()) return found->second;
  }
  const PictureFeatures features = ApplyResidualBlocks(blocks_, features_(search.name));
  std::vector<double> map = MapProbabilities(MapLogits(head_, features, search.task));
  const std::lock_guard lock(mutex_);
  return maps_.emplace(key, std::move(map)).first->second;
}

}  // namespace saccade
