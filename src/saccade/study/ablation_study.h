#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment ablation`: the paper's section 4.4 and its appendix table.
Study AblationStudy();

}  // namespace saccade
