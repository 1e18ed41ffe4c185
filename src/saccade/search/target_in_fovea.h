#pragma once

#include <optional>
#include <span>

#include "saccade/beliefs/belief_map.h"
#include "saccade/scene/trial.h"

namespace saccade {

// In a photo nobody has marked the target. By the searcher's own sharp beliefs it is found at the
// first fixation (0-based, the start is 0) whose fovea shows the target's channel; nothing when none
// does.
std::optional<std::size_t> ChannelInFoveaAt(const PictureBeliefs& beliefs, int channel,
                                            std::span<const FixationInImage> scanpath);

}  // namespace saccade
