#pragma once

#include <filesystem>

#include "saccade/learn/learner.h"

namespace saccade {

// How validations went so far.
struct ValidationRecord {
  double best = std::numeric_limits<double>::infinity();  // smaller is better
  std::int64_t since_best = 0;                            // validations
  bool operator==(const ValidationRecord&) const = default;
};

// A training in one file, written atomically.
struct Checkpoint {
  LearnerState state;
  ValidationRecord record;
};

void WriteCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Throws InputError when the file is no checkpoint, damaged, or not of a learner with the state
// `like`: other tensors, other counters, or a counter below 0.
Checkpoint ReadCheckpoint(const std::filesystem::path& path, const LearnerState& like);

}  // namespace saccade
