#include "saccade/metrics/resampling.h"

#include <map>
#include <string_view>

#include "saccade/base/parallel.h"
#include "saccade/base/random.h"

namespace saccade::metrics {
namespace {

std::vector<double> Drawn(std::size_t count, Random random) {
  std::vector<double> times(count, 0);
  for (std::size_t i = 0; i < count; ++i) times[random.Below(count)] += 1;
  return times;
}

}  // namespace

People PeopleOf(const HumanSet& humans) {
  People people;
  std::map<Identifier, std::size_t> known;
  for (const HumanPair& pair : humans.pairs) {
    std::vector<std::size_t>& of_trial = people.of_trial.emplace_back();
    for (const ScoredScanpath& trial : pair.trials) {
      if (!trial.subject.known()) {
        of_trial.push_back(people.count++);
        continue;
      }
      const auto [person, is_new] = known.emplace(trial.subject, people.count);
      people.count += is_new;
      of_trial.push_back(person->second);
    }
  }
  return people;
}

std::vector<std::size_t> PictureOfPair(const HumanSet& humans) {
  std::map<std::string_view, std::size_t> pictures;
  for (const HumanPair& pair : humans.pairs) pictures.emplace(pair.name, 0);
  std::size_t next = 0;
  for (auto& [name, index] : pictures) index = next++;
  std::vector<std::size_t> of_pair;
  for (const HumanPair& pair : humans.pairs) of_pair.push_back(pictures.at(pair.name));
  return of_pair;
}

DrawWeights Once(const HumanSet& humans) {
  return {.pairs = std::vector<double>(humans.pairs.size(), 1)};
}

std::vector<DrawWeights> DrawsOf(const HumanSet& humans, const People& people,
                                 const BootstrapOptions& options) {
  const std::vector<std::size_t> pictures = PictureOfPair(humans);
  const std::size_t count =
      pictures.empty() ? 0 : *std::max_element(pictures.begin(), pictures.end()) + 1;
  std::vector<DrawWeights> draws(options.draws, Once(humans));
  ParallelFor(draws.size(), [&](std::size_t draw) {
    DrawWeights& weights = draws[draw];
    if (options.unit != ResampleUnit::kPeople) {
      const auto times = Drawn(count, Random(options.seed, "bootstrap", draw));
      for (std::size_t i = 0; i < pictures.size(); ++i) weights.pairs[i] = times[pictures[i]];
    }
    if (options.unit != ResampleUnit::kPictures) {
      weights.people = Drawn(people.count, Random(options.seed, "bootstrap people", draw));
    }
  });
  return draws;
}

double Percentile(const std::vector<double>& sorted, double share) {
  const double place = share * (sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

}  // namespace saccade::metrics
