#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment parts`: what each part of the default training brings, all else the same.
Study PartsStudy();

}  // namespace saccade
