#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/category.h"
#include "saccade/scene/grid.h"

namespace saccade {

// The channels of a state: the 134 classes of scene/category.h, then the two optional ones of the
// paper's full state (section 5, "Ablation Study on State Representation").
inline constexpr int kSaliencyChannel = kBeliefChannels;
inline constexpr int kHistoryChannel = kBeliefChannels + 1;
inline constexpr int kStateChannels = kBeliefChannels + 2;

// Two more that depend on what is searched, ours (BeliefState): the target's own belief, so that
// what is learned of one target holds for all, and the same as a share of its peak in the blurred
// picture, so that a faint target counts where nothing else looks like one.
inline constexpr int kTargetChannel = kStateChannels;
inline constexpr int kTargetShareChannel = kStateChannels + 1;
inline constexpr int kSearchChannels = kStateChannels + 2;

// How much one class is believed to be in a cell: 0..1, never 0 in a map.
struct BeliefEntry {
  std::uint8_t channel = 0;
  float value = 0;
  bool operator==(const BeliefEntry&) const = default;
};

// The belief maps of one version (sharp or blurred) of one picture on the 20x32 grid. A cell holds
// one or two of 134 channels, so what is stored is what is not 0: entries by cell, channels
// ascending within a cell.
struct BeliefLayer {
  std::array<std::uint32_t, Grid::kCells + 1> offsets{};
  std::vector<BeliefEntry> entries;

  std::span<const BeliefEntry> At(int cell) const {
    return {entries.data() + offsets[cell], entries.data() + offsets[cell + 1]};
  }
  // The value of one channel in one cell; 0 when it is not there.
  float Value(int cell, int channel) const;

  bool operator==(const BeliefLayer&) const = default;
};

// H and L of Eq. 1 for one picture. Where the store has saliency, it stands in both layers as
// channel 134.
struct PictureBeliefs {
  std::string name;     // file name of the picture, as trials have it
  BeliefLayer sharp;    // H
  BeliefLayer blurred;  // L
  bool operator==(const PictureBeliefs&) const = default;
};

// Dense maps: float [channel][cell], `dense.size()` a multiple of 640.
BeliefLayer SparseFromDense(std::span<const float> dense);
// Writes every one of `dense`'s channels, zeros included; entries of further channels are left out.
void ExpandToDense(const BeliefLayer& layer, std::span<float> dense);

// Which channels a learner sees. A channel that is off is as if its map were 0 everywhere.
using ChannelMask = std::bitset<kSearchChannels>;

// The five factor groups of the paper's ablation.
enum class ChannelGroup { kTarget, kOtherThings, kStuff, kSaliency, kHistory };

// The channels of a group in the search for `task` (0..17): the target's own map and what is
// derived from it, the other 79 things, the 54 stuff maps, saliency, history.
ChannelMask ChannelsOf(ChannelGroup group, int task);
// "target", "other-things", "stuff", "saliency" or "history". Throws InputError for another word.
ChannelGroup ChannelGroupOf(const std::string& word);

}  // namespace saccade
