#include "saccade/search/target_in_fovea.h"

#include "saccade/beliefs/fovea.h"

namespace saccade {

std::optional<std::size_t> ChannelInFoveaAt(const PictureBeliefs& beliefs, int channel,
                                            std::span<const FixationInImage> scanpath) {
  for (std::size_t i = 0; i < scanpath.size(); ++i) {
    const auto cell = Grid::CellOf(scanpath[i].point);
    if (!cell) continue;
    bool seen = false;
    FoveaCells(*cell).ForEach(
        [&](int at) { seen = seen || beliefs.sharp.Value(at, channel) > 0; });
    if (seen) return i;
  }
  return std::nullopt;
}

}  // namespace saccade
