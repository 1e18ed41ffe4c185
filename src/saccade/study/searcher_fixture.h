#pragma once

#include <memory>
#include <string>
#include <vector>

#include "saccade/base/parallel.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/synth/data_set.h"

// A simulated person of the embedded data set as a model: what a study says of it can be held
// against what it was built with.
namespace saccade::testing {

class SimulatedSearcher : public ScanpathModel {
 public:
  explicit SimulatedSearcher(const synth::Searcher& searcher) : searcher_(searcher) {}

  std::string name() const override { return "simulated"; }

  std::vector<TrialInImage> Predict(std::span<const Search> searches,
                                    const PredictOptions& options) const override {
    std::vector<TrialInImage> trials(searches.size() * options.samples);
    ParallelFor(searches.size(), [&](std::size_t i) {
      const std::size_t stream = searches[i].stream.value_or(i);
      for (int k = 0; k < options.samples; ++k) {
        trials[i * options.samples + k] = SearchOnce(
            searches[i], options, Random(options.seed, "simulated", stream * options.samples + k));
      }
    });
    return trials;
  }

  std::vector<double> NextFixation(const Search& search,
                                   std::span<const Cell> past) const override {
    BeliefState state(search.Beliefs());
    for (const Cell& cell : past) state.Fixate(cell);
    const auto p = Choice(state, search.task, past.back());
    return {p.begin(), p.end()};
  }

 private:
  synth::CellMap Choice(const BeliefState& state, int task, Cell at) const {
    return ChoiceProbabilities(searcher_, RewardOf(searcher_, state, task, at));
  }

  TrialInImage SearchOnce(const Search& search, const PredictOptions& options,
                          Random random) const {
    TrialInImage trial;
    trial.name = search.name;
    trial.task = std::string(kTaskNames[search.task]);
    trial.target = search.target;
    BeliefState state = BeliefState::Start(search.Beliefs());
    Cell at = Grid::Center();
    trial.scanpath.push_back({{kImageSize.width / 2, kImageSize.height / 2}, 200});
    for (int step = 0; step < options.max_fixations; ++step) {
      at = Grid::At(static_cast<int>(random.Choose(Choice(state, search.task, at))));
      state.Fixate(at);
      trial.scanpath.push_back({Grid::PointOf(at), 200});
    }
    return options.until_target ? CutAtTarget(std::move(trial)) : trial;
  }

  synth::Searcher searcher_;
};

// A target and pictures of the embedded data set, made for it.
struct EmbeddedSearches {
  std::vector<Search> searches;

  EmbeddedSearches(const std::string& target, int pictures, std::uint64_t seed = 0) {
    const int task = *TaskIndex(target);
    synth::DataSetOptions options;
    options.seed = seed;
    options.pictures_per_task = pictures;
    searches.resize(static_cast<std::size_t>(pictures));
    ParallelFor(searches.size(), [&](std::size_t i) {
      const auto picture = synth::MakePicture(options, task + kTasks * static_cast<int>(i));
      Search& search = searches[i];
      search.task = task;
      search.name = picture.name;
      search.target = picture.pairs.front().target;
      search.variants = {std::make_shared<const PictureBeliefs>(picture.beliefs)};
      search.stream = i;
    });
  }
};

}  // namespace saccade::testing
