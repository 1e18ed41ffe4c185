#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment subjects`: the paper's section 4.2, group against individual models.
Study SubjectsStudy();

}  // namespace saccade
