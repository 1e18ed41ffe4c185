#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment reward-maps`: the paper's Fig. 6, what one picture is worth to two searches.
Study RewardMapsStudy();

}  // namespace saccade
