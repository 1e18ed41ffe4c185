#pragma once

#include <filesystem>
#include <string_view>

#include "saccade/formats/named_tensors.h"
#include "saccade/nn/network_shape.h"

namespace saccade {

// Which of the paper's networks a set of tensors is: what a file must hold to be imported, and all
// that an exporter needs to know.

enum class NetworkKind { kPolicy, kDiscriminator };

// "policy", "discriminator": the prefix of its tensors in a model folder, without the point.
std::string_view NetworkName(NetworkKind kind);

struct NetworkLayout {
  NetworkKind kind = NetworkKind::kPolicy;
  int channels = kBeliefChannels;
  int first_kernel = 5;
  bool has_critic = true;   // of a policy; a cloned one may have none
  bool gaze_prior = false;  // of a policy: gaze_prior.h

  bool operator==(const NetworkLayout&) const = default;
};

// Finds out what the tensors are and checks that all are there with the right shape, and no other.
// Throws InputError that names file and tensor.
NetworkLayout ReadNetworkLayout(const std::filesystem::path& file, const NamedTensors& tensors);

}  // namespace saccade
