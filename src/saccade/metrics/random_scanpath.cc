#include "saccade/metrics/random_scanpath.h"

#include <map>

#include "saccade/base/random.h"

namespace saccade::metrics {

std::vector<TrialInImage> RandomScanpaths(const HumanSet& humans,
                                          std::span<const TrialInImage> trials, std::uint64_t seed,
                                          int samples) {
  // Split and task.
  std::map<std::pair<std::string, std::string>, std::vector<const TrialInImage*>> pool;
  for (const TrialInImage& trial : trials) {
    if (trial.correct && trial.condition == humans.protocol.condition) {
      pool[{trial.split, trial.task}].push_back(&trial);
    }
  }
  std::vector<TrialInImage> drawn;
  for (const HumanPair& pair : humans.pairs) {
    std::vector<const TrialInImage*> others;
    for (const TrialInImage* trial : pool[{pair.split, pair.task}]) {
      if (trial->name != pair.name) others.push_back(trial);
    }
    if (others.empty()) continue;
    Random random(seed, "random scanpath", Fnv1a64(pair.task + "|" + pair.name));
    for (int sample = 1; sample <= samples; ++sample) {
      TrialInImage scanpath = *others[random.Below(others.size())];
      scanpath.name = pair.name;
      scanpath.subject = sample;
      scanpath.target = pair.target;
      if (pair.target && scanpath.scanpath.size() > kScoredPoints)
        scanpath.scanpath.resize(kScoredPoints);
      drawn.push_back(std::move(scanpath));
    }
  }
  return drawn;
}

}  // namespace saccade::metrics
