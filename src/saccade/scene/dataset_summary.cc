#include "saccade/scene/dataset_summary.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "saccade/scene/grid.h"

namespace saccade {
namespace {

// Adds trials one by one; remembers the pairs and pictures it has seen.
class Counter {
 public:
  void Add(const TrialInImage& trial) {
    ++tally_.trials;
    tally_.answered += trial.answer_known;
    tally_.correct += trial.answer_known && trial.correct;
    tally_.fixations += trial.scanpath.size();
    for (const FixationInImage& fixation : trial.scanpath) {
      tally_.fixations_outside += !IsInPicture(trial, fixation.point);
    }
    pairs_.emplace(trial.task, trial.name);
    pictures_.insert(trial.name);
  }

  Tally Result() const {
    Tally tally = tally_;
    tally.pairs = pairs_.size();
    tally.pictures = pictures_.size();
    return tally;
  }

 private:
  Tally tally_;
  std::set<std::pair<std::string_view, std::string_view>> pairs_;
  std::set<std::string_view> pictures_;
};

template <typename Key, typename KeyOf>
std::map<Key, Tally> Group(std::span<const TrialInImage> trials, const KeyOf& key_of) {
  std::map<Key, Counter> counters;
  for (const TrialInImage& trial : trials) counters[key_of(trial)].Add(trial);
  std::map<Key, Tally> tallies;
  for (const auto& [key, counter] : counters) tallies[key] = counter.Result();
  return tallies;
}

}  // namespace

Tally TallyOf(std::span<const TrialInImage> trials) {
  Counter counter;
  for (const TrialInImage& trial : trials) counter.Add(trial);
  return counter.Result();
}

std::map<std::string, Tally> TallyBy(std::span<const TrialInImage> trials,
                                     const std::function<std::string(const TrialInImage&)>& key) {
  return Group<std::string>(trials, key);
}

std::map<Identifier, Tally> TallyBySubject(std::span<const TrialInImage> trials) {
  return Group<Identifier>(trials, [](const TrialInImage& trial) { return trial.subject; });
}

std::vector<SharedPictures> FindSharedPictures(std::span<const TrialInImage> trials) {
  std::map<std::string, std::set<std::string>> pictures_of_split;
  for (const TrialInImage& trial : trials) pictures_of_split[trial.split].insert(trial.name);
  std::vector<SharedPictures> shared;
  for (auto first = pictures_of_split.begin(); first != pictures_of_split.end(); ++first) {
    for (auto second = std::next(first); second != pictures_of_split.end(); ++second) {
      std::vector<std::string> names;
      std::ranges::set_intersection(first->second, second->second, std::back_inserter(names));
      if (!names.empty()) shared.push_back({first->first, second->first, std::move(names)});
    }
  }
  return shared;
}

}  // namespace saccade
