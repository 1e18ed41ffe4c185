#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment replication`: our `reference` beside trainings of the released code.
Study ReplicationStudy();

}  // namespace saccade
