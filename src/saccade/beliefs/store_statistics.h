#pragma once

#include <array>
#include <cstddef>

#include "saccade/beliefs/belief_store.h"

namespace saccade {

// What a store's layers hold, over all pictures.
struct LayerStatistics {
  std::array<std::size_t, kStateChannels> pictures{};  // in which a channel occurs
  std::array<std::size_t, kStateChannels> cells{};     // in which a channel occurs
  std::size_t empty_cells = 0;                         // without any class
  std::size_t classes = 0;                             // entries that are classes
};

struct StoreStatistics {
  std::size_t pictures = 0;
  LayerStatistics sharp;
  LayerStatistics blurred;
  std::size_t differing_cells = 0;  // where the classes of sharp and blurred are not the same
};

StoreStatistics MeasureStore(const BeliefStore& store);

}  // namespace saccade
