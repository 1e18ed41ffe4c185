#include "saccade/search/recurrent_prediction.h"

#include <algorithm>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"

namespace saccade {
namespace {

TrialInImage StartedTrial(const Search& search, int sample) {
  TrialInImage trial;
  trial.name = search.name;
  trial.subject = sample;
  trial.task = std::string(kTaskNames[search.task]);
  trial.target = search.target;
  trial.split = search.split;
  trial.scanpath.push_back({{kImageSize.width / 2, kImageSize.height / 2}, 0});
  return trial;
}

// All samples of one search, fixation by fixation.
void SearchTogether(const ConvLstm& network, const Search& search, const SamplingOptions& sampling,
                    BeliefOptions options, std::span<Random> random,
                    std::span<TrialInImage> trials) {
  options.task = search.task;
  options.off |= search.off;
  const PictureBeliefs& picture = search.Beliefs();
  const int samples = static_cast<int>(trials.size());
  std::vector<CellSet> closed_by_past(trials.size(),
                                      ClosedCells(Grid::Center(), options.closed_side));
  // All samples share the first beliefs.
  ConvLstm::Beliefs beliefs =
      network.Start(EncodeGlimpse(picture, options, Grid::Center()), search.task);
  std::vector<int> parents(trials.size(), 0);
  std::vector<Gaze> gazes = {{.cell = Grid::Index(Grid::Center()), .first = true}};
  for (int step = 0; step < sampling.max_fixations; ++step) {
    const auto logits = network.Logits(beliefs, search.task, gazes);
    const double temperature = step == 0 ? sampling.first_temperature : sampling.later_temperature;
    std::vector<SparseState> inputs;
    gazes.clear();
    for (int i = 0; i < samples; ++i) {
      const auto own = std::span(logits).subspan(
          static_cast<std::size_t>(parents[i]) * Grid::kCells, Grid::kCells);
      const CellSet closed = search.ClosedAfter(sampling.inhibit ? closed_by_past[i] : CellSet());
      const auto p = FixationDistribution(own, closed, temperature);
      const int action =
          static_cast<int>(sampling.greedy ? std::ranges::max_element(p) - p.begin()
                                           : static_cast<std::ptrdiff_t>(random[i].Choose(p)));
      trials[i].scanpath.push_back({Grid::PointOf(Grid::At(action)), 0});
      closed_by_past[i] |= ClosedCells(Grid::At(action), options.closed_side);
      gazes.push_back({.cell = action, .first = false});
      if (step + 1 < sampling.max_fixations) {
        inputs.push_back(EncodeGlimpse(picture, options, Grid::At(action)));
      }
    }
    if (step + 1 == sampling.max_fixations) break;
    beliefs = network.Step(beliefs, parents, inputs, search.task);
    std::iota(parents.begin(), parents.end(), 0);
  }
}

}  // namespace

SparseState EncodeGlimpse(const PictureBeliefs& beliefs, const BeliefOptions& options,
                          Cell fixation) {
  BeliefState state(beliefs, options);  // L
  state.Fixate(fixation);
  return EncodeState(state);
}

std::vector<TrialInImage> PredictScanpaths(const ConvLstm& network,
                                           std::span<const Search> searches, int samples,
                                           const SamplingOptions& sampling,
                                           const BeliefOptions& beliefs, std::uint64_t seed) {
  const std::size_t count = static_cast<std::size_t>(samples);
  std::vector<TrialInImage> trials(searches.size() * count);
  ParallelFor(searches.size(), [&](std::size_t i) {
    const auto own = std::span(trials).subspan(i * count, count);
    std::vector<Random> random;
    const std::size_t first = searches[i].stream.value_or(i) * count;
    for (std::size_t k = 0; k < count; ++k) {
      own[k] = StartedTrial(searches[i], static_cast<int>(k) + 1);
      random.emplace_back(seed, "rollout", first + k);
    }
    SearchTogether(network, searches[i], sampling, beliefs, random, own);
    if (!sampling.stop_on_target) return;
    for (TrialInImage& trial : own) trial = CutAtTarget(std::move(trial));
  });
  return trials;
}

std::vector<double> NextFixationDistribution(const ConvLstm& network, const Search& search,
                                             std::span<const Cell> past, BeliefOptions beliefs) {
  beliefs.task = search.task;
  beliefs.off |= search.off;
  if (past.empty()) throw InputError("a recurrent model needs the start of a scanpath");
  const PictureBeliefs& picture = search.Beliefs();
  ConvLstm::Beliefs state = network.Start(EncodeGlimpse(picture, beliefs, past[0]), search.task);
  for (std::size_t i = 1; i < past.size(); ++i) {
    const SparseState input = EncodeGlimpse(picture, beliefs, past[i]);
    state = network.Step(state, std::array{0}, {&input, 1}, search.task);
  }
  const Gaze gaze{.cell = Grid::Index(past.back()), .first = past.size() == 1};
  const auto p = FixationDistribution(network.Logits(state, search.task, {&gaze, 1}), {});
  return {p.begin(), p.end()};
}

}  // namespace saccade
