#pragma once

#include "saccade/study/study.h"

namespace saccade {

// Anybody's predictions on anybody's data, and what the field has published beside them, each row
// marked with how it was measured and whether the two can be compared.
Study FieldStudy();

}  // namespace saccade
