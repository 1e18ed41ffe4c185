#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment behaviour`: the paper's Fig. 3 and the accuracies of its appendix table, with
// the model beside people.
Study BehaviourStudy();

}  // namespace saccade
