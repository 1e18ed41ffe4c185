#pragma once

#include "saccade/search/scanpath_model.h"

namespace saccade::app {

// Throws InputError for a number that no prediction can take.
void Check(const PredictOptions& options);

}  // namespace saccade::app
