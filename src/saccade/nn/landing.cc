#include "saccade/nn/landing.h"

#include <algorithm>
#include <cmath>

#include "saccade/nn/softmax.h"

namespace saccade {
namespace {

constexpr int kGainCount = static_cast<int>(kGains.size());
constexpr float kLeast = 1e-30f;  // a probability whose logarithm is still taken

// Calls visit(cell, share) for the cells that a landing between them is spread to. Points between
// two cells of the grid never leave it.
template <typename Visit>
void Spread(Cell from, Cell goal, float gain, Visit visit) {
  const float x =
      static_cast<float>(from.column) + gain * static_cast<float>(goal.column - from.column);
  const float y = static_cast<float>(from.row) + gain * static_cast<float>(goal.row - from.row);
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  const float right = x - static_cast<float>(column), down = y - static_cast<float>(row);
  const int cell = row * Grid::kColumns + column;
  visit(cell, (1 - right) * (1 - down));
  if (right > 0) visit(cell + 1, right * (1 - down));
  if (down > 0) visit(cell + Grid::kColumns, (1 - right) * down);
  if (right > 0 && down > 0) visit(cell + Grid::kColumns + 1, right * down);
}

std::size_t TableRow(const Gaze& gaze, int bin) {
  return static_cast<std::size_t>(((gaze.first ? 0 : kGainBins) + bin) * kGainCount);
}

}  // namespace

int GainBin(Cell gaze, Cell goal) {
  const float distance = std::hypot(static_cast<float>(goal.column - gaze.column),
                                    static_cast<float>(goal.row - gaze.row));
  return static_cast<int>(std::ranges::upper_bound(kGainDistances, distance) -
                          kGainDistances.begin());
}

HostTensor InitialGains() {
  HostTensor table{{2, kGainBins, kGainCount}, std::vector<float>(2 * kGainBins * kGainCount)};
  // softmax(log 16, 0, 0, 0, 0) = .8 and four times .05.
  for (std::size_t i = 0; i < table.values.size(); i += kGainCount)
    table.values[i] = std::log(16.f);
  return table;
}

Landing::Landing(const NamedTensors& weights) {
  const auto table = weights.find("gaze.gain");
  if (table == weights.end()) return;
  weights_.resize(table->second.values.size());
  for (std::size_t i = 0; i < weights_.size(); i += kGainCount) {
    Softmax(std::span(table->second.values).subspan(i, kGainCount),
            std::span(weights_).subspan(i, kGainCount));
  }
}

std::vector<float> Landing::WeightsAt(double short_odds) const {
  std::vector<float> weights = weights_;
  if (short_odds == 1) return weights;
  for (std::size_t i = 0; i < weights.size(); i += kGainCount) {
    const float reached = weights[i];
    const float total = reached + static_cast<float>(short_odds) * (1 - reached);
    weights[i] = reached / total;
    for (int k = 1; k < kGainCount; ++k) weights[i + k] *= static_cast<float>(short_odds) / total;
  }
  return weights;
}

void Landing::Forward(const Gaze& gaze, std::span<float> logits, std::span<float> goals,
                      double short_odds) const {
  if (!Applies(gaze)) return;
  const std::vector<float> table = WeightsAt(short_odds);
  std::array<float, Grid::kCells> own;
  const std::span<float> aimed = goals.empty() ? std::span<float>(own) : goals;
  Softmax(logits, aimed);
  std::array<float, Grid::kCells> landed{};
  const Cell from = Grid::At(gaze.cell);
  for (int goal = 0; goal < Grid::kCells; ++goal) {
    const Cell at = Grid::At(goal);
    const float* weights = &table[TableRow(gaze, GainBin(from, at))];
    for (int i = 0; i < kGainCount; ++i) {
      const float mass = weights[i] * aimed[goal];
      Spread(from, at, kGains[i], [&](int cell, float share) { landed[cell] += mass * share; });
    }
  }
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    logits[cell] = std::log(std::max(landed[cell], kLeast));
  }
}

void Landing::Backward(const Gaze& gaze, std::span<const float> log_p, std::span<const float> goals,
                       std::span<float> gradient, std::span<float> weight_sums) const {
  if (!Applies(gaze)) return;
  std::array<float, Grid::kCells> by_landing, by_goal;
  const float least = std::log(kLeast);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    by_landing[cell] = log_p[cell] > least ? gradient[cell] * std::exp(-log_p[cell]) : 0;
  }
  const Cell from = Grid::At(gaze.cell);
  double mean = 0;
  for (int goal = 0; goal < Grid::kCells; ++goal) {
    const Cell at = Grid::At(goal);
    const std::size_t row = TableRow(gaze, GainBin(from, at));
    float total = 0;
    for (int i = 0; i < kGainCount; ++i) {
      float gathered = 0;
      Spread(from, at, kGains[i],
             [&](int cell, float share) { gathered += share * by_landing[cell]; });
      total += weights_[row + i] * gathered;
      weight_sums[row + i] += goals[goal] * gathered;
    }
    by_goal[goal] = total;
    mean += goals[goal] * total;
  }
  for (int goal = 0; goal < Grid::kCells; ++goal) {
    gradient[goal] = goals[goal] * (by_goal[goal] - static_cast<float>(mean));
  }
}

void Landing::AddTableGradient(std::span<const float> weight_sums, HostTensor& gains) const {
  for (std::size_t i = 0; i < weights_.size(); i += kGainCount) {
    float mean = 0;
    for (int k = 0; k < kGainCount; ++k) mean += weights_[i + k] * weight_sums[i + k];
    for (int k = 0; k < kGainCount; ++k) {
      gains.values[i + k] += weights_[i + k] * (weight_sums[i + k] - mean);
    }
  }
}

}  // namespace saccade
