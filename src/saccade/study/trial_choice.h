#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade {

// Some of the trials of a file: those of some people, on some pictures. The default is all.
struct TrialChoice {
  std::vector<int> subjects{};          // empty: everybody
  std::vector<int> without_subjects{};  // all but these
  // So many pictures a category, drawn with `draw`; 0: all. With the same draw fewer pictures are
  // among the more.
  int pictures = 0;
  std::uint64_t draw = 0;

  bool IsAll() const { return *this == TrialChoice{}; }
  // The same people, all pictures.
  TrialChoice OfPeople() const { return {subjects, without_subjects, 0, 0}; }
  bool operator==(const TrialChoice&) const = default;
};

// In the order of `trials`. Throws InputError when none is left.
std::vector<TrialInImage> Chosen(std::span<const TrialInImage> trials, const TrialChoice& choice);

// What is not the default.
nlohmann::ordered_json ToJson(const TrialChoice& choice);

}  // namespace saccade
