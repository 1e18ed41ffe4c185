#include "saccade/formats/named_tensors.h"

namespace saccade {

NamedTensors WithoutPrefix(const NamedTensors& tensors, const std::string& prefix) {
  NamedTensors result;
  for (auto entry = tensors.lower_bound(prefix); entry != tensors.end(); ++entry) {
    if (!entry->first.starts_with(prefix)) break;
    result.emplace(entry->first.substr(prefix.size()), entry->second);
  }
  return result;
}

NamedTensors WithPrefix(const NamedTensors& tensors, const std::string& prefix) {
  NamedTensors result;
  for (const auto& [name, tensor] : tensors) result.emplace(prefix + name, tensor);
  return result;
}

}  // namespace saccade
