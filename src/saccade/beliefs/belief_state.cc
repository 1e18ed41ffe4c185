#include "saccade/beliefs/belief_state.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "saccade/base/error.h"

namespace saccade {

void CheckChannels(int channels) {
  if ((channels >= kBeliefChannels && channels <= kStateChannels) || channels == kSearchChannels) {
    return;
  }
  throw InputError(
      fmt::format("a state has 134 channels, 135 with saliency, 136 with history or 138 with the "
                  "target, not {}",
                  channels));
}

void BeliefOptions::Check() const {
  if (!(radius >= 0)) throw InputError(fmt::format("fovea radius {} is negative", radius));
  CheckChannels(channels);
  if (channels > kStateChannels && (task < 0 || task >= kTasks)) {
    throw InputError(
        fmt::format("a state of {} channels shows the target; its task is {}", channels, task));
  }
  if (closed_side < 0 || (closed_side > 0 && closed_side % 2 == 0)) {
    throw InputError(
        fmt::format("the closed block's side is {}; it must be odd, or 0 for none", closed_side));
  }
}

BeliefState::BeliefState(const PictureBeliefs& beliefs, const BeliefOptions& options)
    : beliefs_(&beliefs), options_(options) {
  options_.Check();
  for (int channel = 0; channel < options_.channels; ++channel) {
    visible_[channel] = !options_.off[channel];
  }
  if (!visible_[kTargetShareChannel]) return;
  target_ = ChannelOfTask(options_.task);
  for (const BeliefEntry& entry : beliefs.blurred.entries) {
    if (entry.channel == target_) target_peak_ = std::max(target_peak_, entry.value);
  }
}

BeliefState BeliefState::Start(const PictureBeliefs& beliefs, const BeliefOptions& options,
                               Cell first) {
  BeliefState state(beliefs, options);
  state.Fixate(first);
  return state;
}

BeliefState BeliefState::StartAt(const PictureBeliefs& beliefs, const BeliefOptions& options,
                                 const PointInImage& recorded) {
  BeliefState state(beliefs, options);
  const double column = recorded.x / Grid::kCellPixels, row = recorded.y / Grid::kCellPixels;
  state.Reveal(FoveaCellsAround(column, row, options.radius));
  const std::optional<Cell> own = Grid::CellOf(recorded);
  for (const Cell& cell : {own.value_or(Grid::Center()), Grid::Center()}) {
    if (options.closed_side > 0) state.closed_ |= ClosedCells(cell, options.closed_side);
    state.fixated_.Insert(Grid::Index(cell));
  }
  return state;
}

void BeliefState::Reveal(const CellSet& seen) {
  changed_ = {};
  (seen - revealed_).ForEach([this](int i) {
    if (!std::ranges::equal(beliefs_->sharp.At(i), beliefs_->blurred.At(i))) changed_.Insert(i);
  });
  revealed_ |= seen;
}

const CellSet& BeliefState::Fixate(Cell cell) {
  const bool shows_history = visible_[kHistoryChannel];
  const CellSet history_before = history();
  Reveal(FoveaCells(cell, options_.radius, options_.convention));
  fixated_.Insert(Grid::Index(cell));
  if (options_.closed_side > 0) closed_ |= ClosedCells(cell, options_.closed_side);
  if (shows_history) changed_ |= history() - history_before;
  return changed_;
}

void BeliefState::Expand(std::span<float> dense) const {
  if (dense.size() != static_cast<std::size_t>(options_.channels) * Grid::kCells) {
    throw std::invalid_argument("the dense state must be [options.channels][640]");
  }
  std::ranges::fill(dense, 0.0f);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    ForEach(cell, [&](int channel, float value) { dense[channel * Grid::kCells + cell] = value; });
  }
}

std::vector<float> RecurrentBeliefs(std::span<const float> sharp, std::span<const float> blurred,
                                    std::span<const CellSet> fovea) {
  std::vector<float> beliefs(blurred.begin(), blurred.end());
  for (const CellSet& mask : fovea) {
    for (std::size_t i = 0; i < beliefs.size(); ++i) {
      const float m = mask.Contains(static_cast<int>(i % Grid::kCells)) ? 1.0f : 0.0f;
      beliefs[i] = m * sharp[i] + (1 - m) * beliefs[i];
    }
  }
  return beliefs;
}

std::vector<float> ClosedFormBeliefs(std::span<const float> sharp, std::span<const float> blurred,
                                     std::span<const CellSet> fovea) {
  CellSet history;
  for (const CellSet& mask : fovea) history |= mask;
  std::vector<float> beliefs(blurred.size());
  for (std::size_t i = 0; i < beliefs.size(); ++i) {
    const float m = history.Contains(static_cast<int>(i % Grid::kCells)) ? 1.0f : 0.0f;
    beliefs[i] = m * sharp[i] + (1 - m) * blurred[i];
  }
  return beliefs;
}

}  // namespace saccade
