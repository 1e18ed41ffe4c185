#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "saccade/kernels/sparse_entry.h"
#include "saccade/scene/grid.h"

namespace saccade {

// What the networks see of one belief state: per cell the few channels that are not zero. A cell
// has one or two of 134, so this is all the first convolution needs (design, section 5).
struct SparseState {
  using Entry = SparseEntry;

  std::array<std::uint16_t, Grid::kCells + 1> offsets{};  // entries of cell i: offsets[i]..[i+1]
  std::vector<Entry> entries;

  std::span<const Entry> At(int cell) const {
    return {entries.data() + offsets[cell], entries.data() + offsets[cell + 1]};
  }
  bool operator==(const SparseState&) const = default;
};

// A state as rollouts, human steps and batches hold it together.
using SharedState = std::shared_ptr<const SparseState>;

}  // namespace saccade
