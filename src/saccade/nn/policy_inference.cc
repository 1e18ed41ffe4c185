#include "saccade/nn/policy_inference.h"

#include <algorithm>

#include "saccade/nn/map_conv.h"
#include "saccade/nn/vector16.h"

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

// Places of a rows x columns map for which `wanted` was set.
template <int kRows, int kColumns>
struct Marks {
  std::array<bool, kRows * kColumns> marked{};
  void Set(int row, int column) {
    if (0 <= row && row < kRows && 0 <= column && column < kColumns) {
      marked[row * kColumns + column] = true;
    }
  }
  std::vector<Place> Places() const {
    std::vector<Place> places;
    for (int i = 0; i < kRows * kColumns; ++i) {
      if (marked[i]) places.push_back({i / kColumns, i % kColumns});
    }
    return places;
  }
};

const HostTensor& Find(const NamedTensors& weights, const std::string& name) {
  return weights.at(name);
}

TaskBias BiasOf(const ConvShape& conv, const NamedTensors& weights) {
  return {conv, Find(weights, conv.name + ".weight"), Find(weights, conv.name + ".bias")};
}

CellWeights CellWeightsOf(const ConvShape& conv, const NamedTensors& weights) {
  return CellWeightsOf(conv, Find(weights, conv.name + ".weight"));
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
    : feat_(Grid::kCells * 128),
      actor1_(Grid::kCells * 64),
      actor2_(Grid::kCells * 32),
      critic0_(kCritic0Rows * kCritic0Columns * 128),
      pool0_(kPool0Rows * kPool0Columns * 128),
      critic1_(kCritic1Rows * kCritic1Columns * 256) {}

PolicyInference::PolicyInference(const NamedTensors& weights)
    : shape_(PolicyShapeOf(weights, "policy")),
      feat_enc_(shape_.FeatEnc(), Find(weights, "feat_enc.weight"), Find(weights, "feat_enc.bias")),
      actor1_(CellWeightsOf(shape_.Actor1(), weights)),
      actor2_(CellWeightsOf(shape_.Actor2(), weights)),
      critic0_(CellWeightsOf(shape_.Critic0(), weights)),
      critic1_(CellWeightsOf(shape_.Critic1(), weights)),
      actor1_bias_(BiasOf(shape_.Actor1(), weights)),
      actor2_bias_(BiasOf(shape_.Actor2(), weights)),
      critic0_bias_(BiasOf(shape_.Critic0(), weights)),
      critic1_bias_(BiasOf(shape_.Critic1(), weights)),
      critic2_weight_(Find(weights, "critic2.weight")),
      critic2_bias_(Find(weights, "critic2.bias")),
      critic3_weight_(Find(weights, "critic3.weight")),
      critic3_bias_(Find(weights, "critic3.bias")) {
  const std::vector<float>& last = Find(weights, "actor3.weight").values;
  actor3_.assign(last.begin(), last.begin() + 32);
  for (int task = 0; task < kTasks; ++task) {
    actor3_bias_[task] = Find(weights, "actor3.bias").values[0] + last[32 + task];
  }
  if (!HasGazePrior(weights)) return;
  for (const char* name : {"gaze.saccade", "gaze.place"}) gaze_prior_[name] = Find(weights, name);
}

std::array<float, Grid::kCells> PolicyInference::FixationLogits(
    const PolicyActivations& activations, int task, const Gaze& gaze) const {
  std::array<float, Grid::kCells> logits = activations.logits;
  AddGazePrior(gaze_prior_, task, gaze, logits);
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
  const CellSet actor1_cells = Dilate(feat_cells, 1);
  ConvAt(PlacesOf(actor1_cells), actor1_, actor1_bias_, task, 1, feat, actor1);
  const std::vector<Place> actor2_places = PlacesOf(Dilate(actor1_cells, 1));
  ConvAt(actor2_places, actor2_, actor2_bias_, task, 1, actor1, actor2);
  for (const auto [row, column] : actor2_places) {
    const float* maps = actor2.At(row, column);
    Vector16 sum = Load16(maps) * Load16(actor3_.data());
    sum += Load16(maps + kLanes) * Load16(actor3_.data() + kLanes);
    float logit = actor3_bias_[task];
    for (int lane = 0; lane < kLanes; ++lane) logit += sum[lane];
    activations.logits[Grid::Index({column, row})] = logit;
  }
  if (with_value) RunCritic(task, feat_cells, activations);
}

void PolicyInference::RunCritic(int task, const CellSet& feat_cells,
                                PolicyActivations& activations) const {
  const MapView feat{activations.feat_.data(), Grid::kRows, Grid::kColumns, 128};
  const MapView critic0{activations.critic0_.data(), kCritic0Rows, kCritic0Columns, 128};
  const MapView pool0{activations.pool0_.data(), kPool0Rows, kPool0Columns, 128};
  const MapView critic1{activations.critic1_.data(), kCritic1Rows, kCritic1Columns, 256};
  Marks<kCritic0Rows, kCritic0Columns> critic0_marks;
  feat_cells.ForEach([&](int cell) {
    const Cell place = Grid::At(cell);
    for (int tap = 0; tap < 9; ++tap) {
      critic0_marks.Set(place.row - tap / 3, place.column - tap % 3);
    }
  });
  const std::vector<Place> critic0_places = critic0_marks.Places();
  ConvAt(critic0_places, critic0_, critic0_bias_, task, 0, feat, critic0);
  Marks<kPool0Rows, kPool0Columns> pool0_marks;
  for (const auto [row, column] : critic0_places) pool0_marks.Set(row / 2, column / 2);
  Marks<kCritic1Rows, kCritic1Columns> critic1_marks;
  for (const auto [row, column] : pool0_marks.Places()) {
    MaxPoolAt(row, column, critic0, pool0);
    for (int tap = 0; tap < 9; ++tap) critic1_marks.Set(row - tap / 3, column - tap % 3);
  }
  ConvAt(critic1_marks.Places(), critic1_, critic1_bias_, task, 0, pool0, critic1);
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
  float value = critic3_bias_.values[0];
  for (int hidden = 0; hidden < PolicyShape::kCriticHidden; ++hidden) {
    const float* weights = &critic2_weight_.values[hidden * (kMaps + kTasks)];
    float sum = critic2_bias_.values[hidden] + weights[kMaps + task];
    for (int c = 0; c < kMaps; ++c) {
      sum += weights[c] * (features[c] / (kPool1Rows * kPool1Columns));
    }
    value += critic3_weight_.values[hidden] * std::max(sum, 0.0f);
  }
  return value;
}

}  // namespace saccade
