#pragma once

#include <optional>
#include <span>

#include "saccade/beliefs/belief_map.h"
#include "saccade/scene/trial.h"

namespace saccade {

// In a photo nobody has marked the target. By the searcher's own sharp beliefs it is found at the
// first fixation (0-based, the start is 0) whose fovea shows the target's class; nothing when none
// does.
std::optional<std::size_t> TargetInFoveaAt(const PictureBeliefs& beliefs, int task,
                                           std::span<const FixationInImage> scanpath);

}  // namespace saccade
