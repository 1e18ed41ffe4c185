#pragma once

#include <filesystem>

namespace saccade::app {

// The model that comes with saccade: in its source, the program being build/saccade and the model
// in models/. Throws InputError when it is not there.
std::filesystem::path ShippedModel();

}  // namespace saccade::app
