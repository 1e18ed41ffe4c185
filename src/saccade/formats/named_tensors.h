#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace saccade {

// A tensor outside libtorch: row-major (last dimension fastest), float whatever the file held.
// values.size() is the product of the shape; an empty shape is a scalar with one value.
struct HostTensor {
  std::vector<std::int64_t> shape;
  std::vector<float> values;

  bool operator==(const HostTensor&) const = default;
};

// Weights by PyTorch name ("conv1.weight", "feat_enc.bias"), sorted. In a model folder names carry
// the network as prefix: "policy.feat_enc.weight", "discriminator.conv1.weight".
using NamedTensors = std::map<std::string, HostTensor>;

// Number of values of a shape; 1 for an empty one.
inline std::int64_t ElementCount(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

// The tensors whose names start with `prefix`, with it cut off, and the reverse.
NamedTensors WithoutPrefix(const NamedTensors& tensors, const std::string& prefix);
NamedTensors WithPrefix(const NamedTensors& tensors, const std::string& prefix);

}  // namespace saccade
