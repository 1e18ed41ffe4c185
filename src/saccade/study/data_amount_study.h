#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment data-amount`: the paper's section 4.5 and its appendix table.
Study DataAmountStudy();

}  // namespace saccade
