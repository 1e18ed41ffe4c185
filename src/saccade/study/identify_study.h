#pragma once

#include "saccade/study/study.h"

namespace saccade {

// `saccade experiment identify`: how well people are told apart by how they search.
Study IdentifyStudy();

}  // namespace saccade
