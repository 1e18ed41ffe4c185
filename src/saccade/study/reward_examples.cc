#include "saccade/study/reward_examples.h"

#include <algorithm>
#include <array>
#include <set>

namespace saccade {
namespace {

// How much of each target a picture shows: the sum of its channel over the sharp beliefs, in cells.
std::array<double, kTasks> TargetsIn(const PictureBeliefs& beliefs) {
  std::array<double, kTasks> seen{};
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : beliefs.sharp.At(cell)) {
      for (int task = 0; task < kTasks; ++task) {
        if (entry.channel == ChannelOfTask(task)) seen[task] += entry.value;
      }
    }
  }
  return seen;
}

struct Candidate {
  const Search* search = nullptr;
  int other = 0;         // the target that is seen and not searched
  double clearness = 0;  // cells of the less visible of the two
};

}  // namespace

std::vector<RewardExample> RewardExamples(const ScanpathModel& model,
                                          std::span<const Search> searches, int count) {
  std::vector<Candidate> candidates;
  for (const Search& search : searches) {
    const auto seen = TargetsIn(*search.variants.front());
    for (int other = 0; other < kTasks; ++other) {
      if (other == search.task) continue;
      candidates.push_back({&search, other, std::min(seen[search.task], seen[other])});
    }
  }
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::clearness);
  std::vector<RewardExample> examples;
  std::set<std::string> pictures;
  std::set<std::pair<int, int>> targets;
  const std::vector<Cell> start = {Grid::Center()};
  for (const Candidate& candidate : candidates) {
    if (static_cast<int>(examples.size()) == count || candidate.clearness <= 0) break;
    const auto both = std::minmax(candidate.search->task, candidate.other);
    if (pictures.contains(candidate.search->name) || targets.contains(both)) continue;
    RewardExample example{.picture = candidate.search->name, .maps = {}};
    for (const int task : {candidate.search->task, candidate.other}) {
      Search search = *candidate.search;
      search.task = task;
      const std::vector<double> map = model.RewardMap(search, start);
      if (map.empty()) return {};
      example.maps.push_back({std::string(kTaskNames[task]), {map.begin(), map.end()}});
    }
    pictures.insert(example.picture);
    targets.insert(both);
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace saccade
