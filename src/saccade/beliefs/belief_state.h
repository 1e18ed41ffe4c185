#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/beliefs/cell_set.h"
#include "saccade/beliefs/fovea.h"
#include "saccade/scene/frame.h"

namespace saccade {

// What the history channel shows: the discs around past fixations (the appendix's figure: "1's
// around the fixation location") or the fixated cells alone.
enum class HistoryMap { kDiscs, kCells };

// Throws InputError unless a state can have so many channels.
void CheckChannels(int channels);

struct BeliefOptions {
  double radius = kFoveaRadius;  // of the fovea, cells
  DiscConvention convention = DiscConvention::kCell;
  int channels = kBeliefChannels;  // 134, 135 with saliency, 136 with history, 138 with target too
  int task = -1;                   // what is searched; only the 137th and 138th channel ask
  HistoryMap history = HistoryMap::kDiscs;
  ChannelMask off{};              // ablation: these channels read as 0
  int closed_side = kClosedSide;  // of the block that each fixation closes, cells

  // Throws InputError when a value makes no sense.
  void Check() const;
};

// The searcher's state: dynamic contextual beliefs (paper, section 2.1). A fixation replaces the
// blurred belief by the sharp one inside the fovea (Eq. 1); as H and L never change, the state is
// the set of cells seen so far. A value of some 400 bytes that owns no memory: copy it freely, step
// it without allocation. The beliefs must outlive it.
//
//   BeliefState state = BeliefState::Start(beliefs);      // L, then the fixation on the centre
//   state.Fixate(Grid::At(action));
//   state.ForEach(cell, [&](int channel, float value) { ... });
class BeliefState {
 public:
  // B_0 = L: nothing fixated.
  explicit BeliefState(const PictureBeliefs& beliefs, const BeliefOptions& options = {});
  // B_1: as a search starts, with the first fixation applied.
  static BeliefState Start(const PictureBeliefs& beliefs, const BeliefOptions& options = {},
                           Cell first = Grid::Center());
  // As the released code starts a search: the disc around the point that a person looked at first,
  // measured from there; the block around that point's cell and the one around the centre closed.
  static BeliefState StartAt(const PictureBeliefs& beliefs, const BeliefOptions& options,
                             const PointInImage& recorded);

  // Eq. 1. Returns the cells where the state now differs from before.
  const CellSet& Fixate(Cell cell);
  const CellSet& changed() const { return changed_; }

  // The entries of a cell as stored: no mask, no history.
  std::span<const BeliefEntry> At(int cell) const {
    return revealed_.Contains(cell) ? beliefs_->sharp.At(cell) : beliefs_->blurred.At(cell);
  }

  // Calls visit(channel, value) for what the learner sees in a cell, channels ascending: masked
  // channels and those from options.channels on are skipped, history and target are included.
  template <typename Visit>
  void ForEach(int cell, Visit&& visit) const {
    for (const BeliefEntry& entry : At(cell)) {
      if (visible_[entry.channel]) visit(static_cast<int>(entry.channel), entry.value);
    }
    if (visible_[kHistoryChannel] && history().Contains(cell)) visit(kHistoryChannel, 1.0f);
    if (!visible_[kTargetShareChannel]) return;
    const float target = TargetAt(cell);
    if (target == 0) return;
    visit(kTargetChannel, target);
    visit(kTargetShareChannel, std::min(1.0f, target / target_peak_));
  }

  // The whole state as float [options.channels][640].
  void Expand(std::span<float> dense) const;

  const PictureBeliefs& beliefs() const { return *beliefs_; }
  const BeliefOptions& options() const { return options_; }
  const CellSet& revealed() const { return revealed_; }  // the union of M_0..M_t
  const CellSet& fixated() const { return fixated_; }
  const CellSet& closed() const { return closed_; }
  const CellSet& history() const {
    return options_.history == HistoryMap::kDiscs ? revealed_ : fixated_;
  }

 private:
  // Stands for the peak of a target that is not in the blurred picture: any glimpse of it is all.
  static constexpr float kUnseen = 1e-6f;

  float TargetAt(int cell) const {
    for (const BeliefEntry& entry : At(cell)) {
      if (entry.channel == target_) return entry.value;
    }
    return 0;
  }

  void Reveal(const CellSet& seen);

  const PictureBeliefs* beliefs_;
  BeliefOptions options_;
  ChannelMask visible_;
  int target_ = -1;              // the target's channel
  float target_peak_ = kUnseen;  // of the target in the blurred picture
  CellSet revealed_;
  CellSet fixated_;
  CellSet closed_;
  CellSet changed_;
};

// The two forms in which the paper writes the state, on dense maps [channel][640]: plain, slow, and
// what BeliefState is tested against.

// Eq. 1: B_0 = L, B_{t+1} = M_t * H + (1 - M_t) * B_t.
std::vector<float> RecurrentBeliefs(std::span<const float> sharp, std::span<const float> blurred,
                                    std::span<const CellSet> fovea);
// Appendix, "Detailed Description of DCB": B_t = M * H + (1 - M) * L, M from the whole history.
std::vector<float> ClosedFormBeliefs(std::span<const float> sharp, std::span<const float> blurred,
                                     std::span<const CellSet> fovea);

}  // namespace saccade
