#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_store.h"
#include "saccade/scene/trial.h"

namespace saccade {

// What a learner may see, as files: so channels can be kept from every learner.

// "TASK/NAME" instead of NAME: a picture in which two targets are searched becomes two.
void NameByTask(std::vector<TrialInImage>& trials);

// A store of the trials' pictures, named by task, without these channels
// (search/hidden_channels.h). Throws InputError for "history", which no belief store has.
void WriteHidden(const BeliefStore& store, std::span<const TrialInImage> trials,
                 std::span<const std::string> words, const std::filesystem::path& file);

}  // namespace saccade
