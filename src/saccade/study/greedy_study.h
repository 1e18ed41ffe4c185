#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment greedy`: appendix A.4, total against immediate reward.
Study GreedyStudy();

}  // namespace saccade
