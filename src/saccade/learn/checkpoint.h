#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "saccade/learn/irl_learner.h"

namespace saccade {

// The state of a training in one file: both networks, both optimisers and all counters, written
// atomically. `notes` travel along (the best validation so far).
struct Checkpoint {
  IrlState state;
  std::map<std::string, double> notes;
};

void WriteCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Throws InputError when the file is no checkpoint or of other networks than `like`.
Checkpoint ReadCheckpoint(const std::filesystem::path& path, const IrlState& like);

}  // namespace saccade
