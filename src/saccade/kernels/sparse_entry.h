#pragma once

#include <cstdint>

namespace saccade {

// A channel of a cell that is not zero.
struct SparseEntry {
  std::int32_t channel = 0;
  float value = 0;
  bool operator==(const SparseEntry&) const = default;
};

}  // namespace saccade
