#pragma once

#include <string>

#include "saccade/search/scanpath_model.h"

namespace saccade::app {

// Throws InputError for a number that no prediction can take.
void Check(const PredictOptions& options);

// What OpenModel takes, for a folder, an installed or a built-in model; for "" the model that comes
// with saccade. Throws InputError as ResolveModel (search/installed_models.h).
std::string ModelOrDefault(const std::string& folder_or_name);

}  // namespace saccade::app
