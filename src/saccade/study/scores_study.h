#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment scores`: appendix A.4, "Cumulative distribution of sequence scores".
Study ScoresStudy();

}  // namespace saccade
