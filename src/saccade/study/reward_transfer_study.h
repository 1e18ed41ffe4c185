#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment reward-transfer`: policies that know a learned reward and no person.
Study RewardTransferStudy();

}  // namespace saccade
