#include "saccade/nn/network_layout.h"

#include "saccade/base/error.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

bool HasCritic(const NamedTensors& tensors) {
  const auto first = tensors.lower_bound("critic");
  return first != tensors.end() && first->first.starts_with("critic");
}

NetworkLayout ReadPolicyLayout(const Path& file, NamedTensors tensors) {
  NetworkLayout layout{.kind = NetworkKind::kPolicy, .has_critic = HasCritic(tensors)};
  if (!layout.has_critic) {
    for (auto& [name, tensor] : EmptyPolicy({})) {
      if (name.starts_with("critic")) tensors[name] = tensor;
    }
  }
  const PolicyShape shape = PolicyShapeOf(tensors, file.string());
  layout.channels = shape.channels;
  layout.first_kernel = shape.FeatEnc().kernel;
  layout.gaze_prior = shape.gaze_prior;
  return layout;
}

}  // namespace

std::string_view NetworkName(NetworkKind kind) {
  return kind == NetworkKind::kPolicy ? "policy" : "discriminator";
}

NetworkLayout ReadNetworkLayout(const Path& file, const NamedTensors& tensors) {
  if (tensors.contains("feat_enc.weight")) return ReadPolicyLayout(file, tensors);
  if (tensors.contains("conv1.weight")) {
    const DiscriminatorShape shape = DiscriminatorShapeOf(tensors, file.string());
    return {NetworkKind::kDiscriminator, shape.channels, shape.first_kernel, false, false};
  }
  throw InputError(file, "",
                   "holds neither feat_enc.weight (a policy) nor conv1.weight (a discriminator); "
                   "its first tensor is {}",
                   tensors.empty() ? "missing" : tensors.begin()->first);
}

}  // namespace saccade
