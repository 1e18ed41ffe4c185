#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade {

// What a set of trials amounts to.
struct Tally {
  std::size_t trials = 0;
  std::size_t pairs = 0;     // different (task, picture)
  std::size_t pictures = 0;  // different pictures
  std::size_t fixations = 0;
  std::size_t fixations_outside = 0;  // the picture; training pairs leave them out
  std::size_t answered = 0;           // trials whose answer is known
  std::size_t correct = 0;            // of those
  bool operator==(const Tally&) const = default;

  // Share of right answers. 0 without answers.
  double Accuracy() const {
    return answered == 0 ? 0 : static_cast<double>(correct) / static_cast<double>(answered);
  }
};

Tally TallyOf(std::span<const TrialInImage> trials);

// One tally for each value of `key`, sorted by it.
std::map<std::string, Tally> TallyBy(std::span<const TrialInImage> trials,
                                     const std::function<std::string(const TrialInImage&)>& key);
std::map<Identifier, Tally> TallyBySubject(std::span<const TrialInImage> trials);

// Pictures that two splits have in common, with whatever targets.
struct SharedPictures {
  std::string first_split;
  std::string second_split;
  std::vector<std::string> names;  // sorted
};

// One entry for every two splits that share pictures.
std::vector<SharedPictures> FindSharedPictures(std::span<const TrialInImage> trials);

}  // namespace saccade
