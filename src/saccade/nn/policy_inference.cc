#include "saccade/nn/policy_inference.h"

#include <algorithm>

#include "saccade/kernels/sums.h"

namespace saccade {
namespace {

constexpr int kPool0Rows = 9, kPool0Columns = 15;  // of critic0's 18 x 30
constexpr int kPool1Rows = 3, kPool1Columns = 6;   // of critic1's 7 x 13; the last row, column drop
constexpr int kCritic0Rows = 18, kCritic0Columns = 30;
constexpr int kCritic1Rows = 2 * kPool1Rows, kCritic1Columns = 2 * kPool1Columns;

void MaxPoolAt(int row, int column, const MapView& in, const MapView& out) {
  const float* a = in.At(2 * row, 2 * column);
  const float* b = in.At(2 * row + 1, 2 * column);
  float* to = out.At(row, column);
  for (int c = 0; c < in.channels; ++c) {
    to[c] = std::max(std::max(a[c], a[c + in.channels]), std::max(b[c], b[c + in.channels]));
  }
}

const HostTensor& Find(const NamedTensors& weights, const std::string& name) {
  return weights.at(name);
}

TaskBias BiasOf(const ConvShape& conv, const NamedTensors& weights) {
  return {conv, Find(weights, conv.name + ".weight"), Find(weights, conv.name + ".bias")};
}

WinogradConv ConvOf(const ConvShape& conv, const NamedTensors& weights) {
  return {conv, Find(weights, conv.name + ".weight")};
}

// The tiles of a layer's output that read one of the cells `changed` of its input.
TileSet TilesReading(const CellSet& changed, const ConvShape& conv) {
  TileSet tiles(conv.OutRows(), conv.OutColumns());
  changed.ForEach([&](int cell) {
    const Cell at = Grid::At(cell);
    tiles.AddReadersOf(at.row, at.column, conv.padding);
  });
  return tiles;
}

}  // namespace

CellSet Dilate(const CellSet& cells, int reach) {
  CellSet grown;
  cells.ForEach([&](int cell) {
    const int row = cell / Grid::kColumns, column = cell % Grid::kColumns;
    for (int r = std::max(0, row - reach); r <= std::min(Grid::kRows - 1, row + reach); ++r) {
      for (int c = std::max(0, column - reach); c <= std::min(Grid::kColumns - 1, column + reach);
           ++c) {
        grown.Insert(Grid::Index({c, r}));
      }
    }
  });
  return grown;
}

PolicyActivations::PolicyActivations()
    : feat_(Grid::kCells * 128), actor1_(Grid::kCells * 64), actor2_(Grid::kCells * 32) {}

PolicyInference::PolicyInference(const NamedTensors& weights)
    : shape_(PolicyShapeOf(weights, "policy")),
      feat_enc_(shape_.FeatEnc(), Find(weights, "feat_enc.weight"), Find(weights, "feat_enc.bias")),
      actor1_(ConvOf(shape_.Actor1(), weights)),
      actor2_(ConvOf(shape_.Actor2(), weights)),
      critic0_(ConvOf(shape_.Critic0(), weights)),
      critic1_(ConvOf(shape_.Critic1(), weights)),
      actor1_bias_(BiasOf(shape_.Actor1(), weights)),
      actor2_bias_(BiasOf(shape_.Actor2(), weights)),
      critic0_bias_(BiasOf(shape_.Critic0(), weights)),
      critic1_bias_(BiasOf(shape_.Critic1(), weights)),
      critic2_weight_(Find(weights, "critic2.weight")),
      critic2_bias_(Find(weights, "critic2.bias")),
      critic3_weight_(Find(weights, "critic3.weight")),
      critic3_bias_(Find(weights, "critic3.bias")),
      landing_(weights) {
  const std::vector<float>& last = Find(weights, "actor3.weight").values;
  actor3_.assign(last.begin(), last.begin() + 32);
  for (int task = 0; task < kTasks; ++task) {
    actor3_bias_[task] = Find(weights, "actor3.bias").values[0] + last[32 + task];
  }
  if (!HasGazePrior(weights)) return;
  for (const char* name : {"gaze.saccade", "gaze.place"}) gaze_prior_[name] = Find(weights, name);
}

std::array<float, Grid::kCells> PolicyInference::FixationLogits(
    const PolicyActivations& activations, int task, const Gaze& gaze, double temperature,
    double short_odds) const {
  std::array<float, Grid::kCells> logits = activations.logits;
  AddGazePrior(gaze_prior_, task, gaze, logits);
  if (temperature != 1) {
    for (float& logit : logits) logit = static_cast<float>(logit / temperature);
  }
  landing_.Forward(gaze, logits, {}, short_odds);
  return logits;
}

void PolicyInference::Evaluate(const SparseState& state, int task, bool with_value,
                               PolicyActivations& activations) const {
  CellSet all;
  for (int cell = 0; cell < Grid::kCells; ++cell) all.Insert(cell);
  Run(state, task, all, with_value, activations);
}

void PolicyInference::Update(const SparseState& state, int task, const CellSet& changed,
                             bool with_value, PolicyActivations& activations) const {
  Run(state, task, Dilate(changed, shape_.FeatEnc().padding), with_value, activations);
}

void PolicyInference::Run(const SparseState& state, int task, const CellSet& feat_cells,
                          bool with_value, PolicyActivations& activations) const {
  const MapView feat{activations.feat_.data(), Grid::kRows, Grid::kColumns, 128};
  const MapView actor1{activations.actor1_.data(), Grid::kRows, Grid::kColumns, 64};
  const MapView actor2{activations.actor2_.data(), Grid::kRows, Grid::kColumns, 32};
  feat_cells.ForEach([&](int cell) {
    const Cell place = Grid::At(cell);
    feat_enc_.ForwardCell(state, task, place.row, place.column, feat.At(place.row, place.column),
                          kLanes);
  });
  actor1_.Run(TilesReading(feat_cells, shape_.Actor1()), actor1_bias_, task, feat, actor1);
  const CellSet actor1_cells = Dilate(feat_cells, 1);
  actor2_.Run(TilesReading(actor1_cells, shape_.Actor2()), actor2_bias_, task, actor1, actor2);
  Dilate(actor1_cells, 1).ForEach([&](int cell) {
    const Cell place = Grid::At(cell);
    const float* maps = actor2.At(place.row, place.column);
    LastLayer(maps, maps + kLanes, 0, actor3_.data(), actor3_bias_[task], 1,
              &activations.logits[cell]);
  });
  if (with_value) RunCritic(task, feat_cells, activations);
}

void PolicyInference::RunCritic(int task, const CellSet& feat_cells,
                                PolicyActivations& activations) const {
  activations.critic0_.resize(kCritic0Rows * kCritic0Columns * 128);
  activations.pool0_.resize(kPool0Rows * kPool0Columns * 128);
  activations.critic1_.resize(kCritic1Rows * kCritic1Columns * 256);
  const MapView feat{activations.feat_.data(), Grid::kRows, Grid::kColumns, 128};
  const MapView critic0{activations.critic0_.data(), kCritic0Rows, kCritic0Columns, 128};
  const MapView pool0{activations.pool0_.data(), kPool0Rows, kPool0Columns, 128};
  const MapView critic1{activations.critic1_.data(), kCritic1Rows, kCritic1Columns, 256};
  const TileSet critic0_tiles = TilesReading(feat_cells, shape_.Critic0());
  critic0_.Run(critic0_tiles, critic0_bias_, task, feat, critic0);
  TileSet critic1_tiles(kCritic1Rows, kCritic1Columns);
  critic0_tiles.ForEach([&](int row, int column) {  // a tile is a window of the pooling
    MaxPoolAt(row, column, critic0, pool0);
    critic1_tiles.AddReadersOf(row, column, 0);
  });
  critic1_.Run(critic1_tiles, critic1_bias_, task, pool0, critic1);
  activations.value = Value(task, activations.critic1_);
}

float PolicyInference::Value(int task, const std::vector<float>& critic1) const {
  constexpr int kMaps = PolicyShape::kCriticFeatures;
  std::array<float, kMaps> pooled, features{};
  const MapView in{const_cast<float*>(critic1.data()), kCritic1Rows, kCritic1Columns, kMaps};
  const MapView one{pooled.data(), 1, 1, kMaps};
  for (int row = 0; row < kPool1Rows; ++row) {
    for (int column = 0; column < kPool1Columns; ++column) {
      const MapView shifted{const_cast<float*>(in.At(2 * row, 2 * column)), 2, kCritic1Columns,
                            kMaps};
      MaxPoolAt(0, 0, shifted, one);
      for (int c = 0; c < kMaps; ++c) features[c] += pooled[c];
    }
  }
  for (float& feature : features) feature /= kPool1Rows * kPool1Columns;
  float value = critic3_bias_.values[0];
  for (int hidden = 0; hidden < PolicyShape::kCriticHidden; ++hidden) {
    const float* weights = &critic2_weight_.values[hidden * (kMaps + kTasks)];
    const float sum = Dot(critic2_bias_.values[hidden] + weights[kMaps + task], {weights, kMaps},
                          features.data());
    value += critic3_weight_.values[hidden] * std::max(sum, 0.0f);
  }
  return value;
}

}  // namespace saccade
