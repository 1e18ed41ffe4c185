#pragma once

#include "saccade/study/study.h"

namespace saccade {

// The paper's Table 2 and Fig. 4: people, the random scanpath and every method x seeds.
Study CompareStudy();

}  // namespace saccade
