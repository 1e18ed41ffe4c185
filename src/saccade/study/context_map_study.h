#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment context-map`: the paper's section 4.3 and Fig. 8.
Study ContextMapStudy();

}  // namespace saccade
