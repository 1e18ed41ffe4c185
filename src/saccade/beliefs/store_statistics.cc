#include "saccade/beliefs/store_statistics.h"

#include <algorithm>

namespace saccade {
namespace {

void Count(const BeliefLayer& layer, LayerStatistics& statistics) {
  ChannelMask seen;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    std::size_t classes = 0;
    for (const BeliefEntry& entry : layer.At(cell)) {
      ++statistics.cells[entry.channel];
      seen.set(entry.channel);
      if (entry.channel < kBeliefChannels) ++classes;
    }
    statistics.classes += classes;
    if (classes == 0) ++statistics.empty_cells;
  }
  for (int channel = 0; channel < kStateChannels; ++channel) {
    if (seen[channel]) ++statistics.pictures[channel];
  }
}

}  // namespace

StoreStatistics MeasureStore(const BeliefStore& store) {
  StoreStatistics statistics;
  statistics.pictures = store.size();
  for (const PictureBeliefs& beliefs : store.LoadAll()) {
    Count(beliefs.sharp, statistics.sharp);
    Count(beliefs.blurred, statistics.blurred);
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      if (!std::ranges::equal(beliefs.sharp.At(cell), beliefs.blurred.At(cell), {},
                              &BeliefEntry::channel, &BeliefEntry::channel)) {
        ++statistics.differing_cells;
      }
    }
  }
  return statistics;
}

}  // namespace saccade
