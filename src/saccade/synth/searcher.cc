#include "saccade/synth/searcher.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "saccade/beliefs/fovea.h"
#include "saccade/synth/parser.h"

namespace saccade::synth {
namespace {

constexpr int kMostFixations = 16;  // after the start; then a person gives up

struct Promise {
  std::string_view task;
  std::string_view category;
  double weight;
};

// Co-occurrence as the layouts make it (scene.h).
constexpr Promise kPromises[] = {
    {"bottle", "dining table", .5},
    {"bottle", "counter", .6},
    {"bottle", "table-merged", .4},
    {"bottle", "cup", .4},
    {"bottle", "vase", .5},
    {"bottle", "bowl", .4},
    {"bowl", "dining table", .5},
    {"bowl", "counter", .6},
    {"bowl", "table-merged", .4},
    {"bowl", "cup", .5},
    {"bowl", "orange", .4},
    {"bowl", "bottle", .3},
    {"car", "road", .9},
    {"car", "truck", .6},
    {"car", "pavement-merged", .1},
    {"chair", "dining table", .7},
    {"chair", "table-merged", .6},
    {"chair", "couch", .4},
    {"clock", "wall-other-merged", .5},
    {"clock", "shelf", .2},
    {"cup", "dining table", .6},
    {"cup", "table-merged", .6},
    {"cup", "counter", .5},
    {"cup", "bowl", .5},
    {"cup", "bottle", .4},
    {"cup", "keyboard", .3},
    {"fork", "dining table", .6},
    {"fork", "knife", .8},
    {"fork", "spoon", .8},
    {"fork", "bowl", .3},
    {"keyboard", "table-merged", .5},
    {"keyboard", "tv", .8},
    {"keyboard", "mouse", .7},
    {"knife", "dining table", .6},
    {"knife", "fork", .8},
    {"knife", "spoon", .7},
    {"knife", "counter", .5},
    {"knife", "apple", .4},
    {"laptop", "table-merged", .7},
    {"laptop", "mouse", .6},
    {"laptop", "tv", .5},
    {"laptop", "book", .3},
    {"microwave", "counter", .8},
    {"microwave", "cabinet-merged", .4},
    {"microwave", "oven", .4},
    {"microwave", "toaster", .4},
    {"mouse", "keyboard", 1},
    {"mouse", "laptop", .7},
    {"mouse", "tv", .4},
    {"mouse", "table-merged", .3},
    {"mouse", "cell phone", .5},
    {"oven", "counter", .6},
    {"oven", "cabinet-merged", .6},
    {"oven", "microwave", .4},
    {"oven", "refrigerator", .4},
    {"potted plant", "window-other", .4},
    {"potted plant", "vase", .5},
    {"potted plant", "table-merged", .3},
    {"potted plant", "floor-wood", .3},
    {"potted plant", "cabinet-merged", .2},
    {"sink", "counter", .7},
    {"sink", "mirror-stuff", .5},
    {"sink", "cabinet-merged", .5},
    {"sink", "toilet", .4},
    {"stop sign", "pavement-merged", .3},
    {"stop sign", "tree-merged", .4},
    {"stop sign", "building-other-merged", .3},
    {"stop sign", "traffic light", .6},
    {"toilet", "sink", .4},
    {"toilet", "floor-other-merged", .5},
    {"toilet", "towel", .5},
    {"toilet", "cabinet-merged", .3},
    {"tv", "cabinet-merged", .5},
    {"tv", "keyboard", .7},
    {"tv", "table-merged", .4},
    {"tv", "laptop", .5},
};

// What the target may be taken for (parser.h) promises at least this much.
constexpr double kLookalikeWeight = .9;

// Weights of a task's classes by channel.
std::array<double, kBeliefChannels> ContextWeights(int task) {
  std::array<double, kBeliefChannels> weights{};
  for (const Promise& promise : kPromises) {
    if (promise.task == kTaskNames[task]) {
      weights[*ChannelOfName(promise.category)] = promise.weight;
    }
  }
  for (const int channel : Lookalikes(ChannelOfTask(task))) {
    weights[channel] = std::max(weights[channel], kLookalikeWeight);
  }
  return weights;
}

// The mean over the fovea's disc around each cell, cut at the border.
CellMap MeanOverDisc(const CellMap& map) {
  CellMap mean{};
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const CellSet disc = FoveaCells(Grid::At(cell));
    double sum = 0;
    disc.ForEach([&](int other) { sum += map[other]; });
    mean[cell] = sum / disc.size();
  }
  return mean;
}

CellMap Smoothed(const CellMap& map) {
  CellMap smooth{};
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    for (int dr = -1; dr <= 1; ++dr) {
      for (int dc = -1; dc <= 1; ++dc) {
        const Cell near{at.column + dc, at.row + dr};
        if (!Grid::Contains(near)) continue;
        smooth[cell] += map[Grid::Index(near)] * (2 - std::abs(dr)) * (2 - std::abs(dc)) / 16.0;
      }
    }
  }
  return smooth;
}

double OneDecimal(double value) { return std::round(value * 10) / 10; }

// Inside the picture: what is outside counts as its border.
Cell NearestCell(const PointInImage& p) {
  return {std::clamp(static_cast<int>(std::floor(p.x / Grid::kCellPixels)), 0, Grid::kColumns - 1),
          std::clamp(static_cast<int>(std::floor(p.y / Grid::kCellPixels)), 0, Grid::kRows - 1)};
}

double Duration(const Searcher& searcher, double factor, Random& random) {
  const double ms = searcher.pace_ms * factor * std::exp(.32 * random.Normal());
  return std::round(std::clamp(ms, 60.0, 700.0));
}

// A saccade's landing: anywhere in the cell, with an error that grows with the distance; long ones
// often fall short, as people's do.
PointInImage Land(const Searcher& searcher, const PointInImage& from, Cell cell, Random& random) {
  constexpr double kLong = 80;  // pixels
  const PointInImage center = Grid::PointOf(cell);
  PointInImage aim{center.x + Grid::kCellPixels * (random.Uniform() - .5),
                   center.y + Grid::kCellPixels * (random.Uniform() - .5)};
  const double length = std::hypot(aim.x - from.x, aim.y - from.y);
  const bool falls_short = random.Uniform() < searcher.undershoot;
  const double gain = random.Uniform(.5, .85);
  if (falls_short && length > kLong) {
    aim = {from.x + gain * (aim.x - from.x), from.y + gain * (aim.y - from.y)};
  }
  const double error = searcher.landing_noise * length;
  const double x = aim.x + error * random.Normal(), y = aim.y + error * random.Normal();
  return {x, y};
}

// A second look at the target, near its middle.
PointInImage LookAgain(const BoxInImage& box, Random& random) {
  const PointInImage center = box.Center();
  return {center.x + .18 * box.width * random.Normal(),
          center.y + .18 * box.height * random.Normal()};
}

}  // namespace

std::vector<Searcher> MakeSearchers(std::uint64_t seed) {
  std::vector<Searcher> searchers;
  for (int subject = 1; subject <= kSearchers; ++subject) {
    Random random(seed, "searcher", static_cast<std::uint64_t>(subject));
    const auto around = [&](double mean) { return mean * std::exp(.15 * random.Normal()); };
    Searcher searcher{.subject = subject};
    searcher.target = around(26);
    searcher.context = around(12);
    searcher.cost = around(2);
    searcher.inhibition = around(8);
    searcher.temperature = around(1);
    searcher.landing_noise = around(.05);
    searcher.undershoot = around(.57);
    searcher.pace_ms = around(210);
    searcher.lapse = .02 + .03 * random.Uniform();
    searchers.push_back(searcher);
  }
  return searchers;
}

double ContextWeight(int task, int channel) { return ContextWeights(task)[channel]; }

TrueReward RewardOf(const Searcher& searcher, const BeliefState& state, int task, Cell current) {
  const int target = ChannelOfTask(task);
  const auto weights = ContextWeights(task);
  CellMap evidence{}, promise{};
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : state.At(cell)) {
      if (entry.channel == target) evidence[cell] = entry.value;
      if (entry.channel < kBeliefChannels && !state.revealed().Contains(cell)) {
        promise[cell] += weights[entry.channel] * entry.value;
      }
    }
  }
  const CellMap around = Smoothed(evidence);
  promise = MeanOverDisc(promise);
  TrueReward reward;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    reward.target[cell] = searcher.target * (evidence[cell] + around[cell]) / 2;
    reward.context[cell] = searcher.context * promise[cell];
    reward.cost[cell] =
        -searcher.cost * std::hypot(at.column - current.column, at.row - current.row) / 10;
    reward.inhibition[cell] = state.closed().Contains(cell) ? -searcher.inhibition : 0;
    reward.total[cell] =
        reward.target[cell] + reward.context[cell] + reward.cost[cell] + reward.inhibition[cell];
  }
  return reward;
}

CellMap ChoiceProbabilities(const Searcher& searcher, const TrueReward& reward) {
  const double best = *std::ranges::max_element(reward.total);
  CellMap probability;
  double sum = 0;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    probability[cell] = std::exp((reward.total[cell] - best) / searcher.temperature);
    sum += probability[cell];
  }
  for (double& p : probability) p /= sum;
  return probability;
}

TrialInDisplay Search(const Searcher& searcher, const PictureBeliefs& beliefs,
                      const SearchTask& task, Random& random) {
  TrialInDisplay trial;
  trial.name = beliefs.name;
  trial.subject = searcher.subject;
  trial.task = kTaskNames[task.task];
  const BoxInDisplay box = ToDisplay(task.target);
  const double left = std::round(box.x), top = std::round(box.y);
  trial.target = BoxInDisplay{left, top, std::round(box.x + box.width) - left,
                              std::round(box.y + box.height) - top};
  const auto fixate = [&](const PointInImage& p, double factor) {
    const PointInDisplay shown = ToDisplay(p);
    trial.scanpath.push_back(
        {{OneDecimal(shown.x), OneDecimal(shown.y)}, Duration(searcher, factor, random)});
    return trial.target->Contains(trial.scanpath.back().point);
  };

  PointInImage at{kImageSize.width / 2 - 4 + 18 * random.Normal(),
                  kImageSize.height / 2 - 3 + 14 * random.Normal()};
  BeliefState state = BeliefState::Start(beliefs, {}, NearestCell(at));
  bool found = fixate(at, 1.05);
  for (int i = 0; !found && i < kMostFixations; ++i) {
    const TrueReward reward = RewardOf(searcher, state, task.task, NearestCell(at));
    const CellMap probability = ChoiceProbabilities(searcher, reward);
    const Cell next = Grid::At(static_cast<int>(random.Choose(probability)));
    at = Land(searcher, at, next, random);
    found = fixate(at, 1);
    state.Fixate(NearestCell(at));
    if (!found && i >= 4 && random.Uniform() < .03) break;
  }
  while (found && random.Uniform() < .45) fixate(LookAgain(task.target, random), 1.2);
  trial.correct = found && random.Uniform() >= searcher.lapse;
  double total = 0;
  for (const FixationInDisplay& fixation : trial.scanpath) total += fixation.duration_ms;
  trial.reaction_ms = std::max(120.0, std::round(total + random.Uniform(-80, 20)));
  return trial;
}

}  // namespace saccade::synth
