#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment context`: the paper's section 4.3 and Fig. 7.
Study ContextStudy();

}  // namespace saccade
