#pragma once

#include <filesystem>
#include <optional>

namespace saccade::app {

// The photo that comes with saccade, its segmentations beside it (perception/stored_scenes.h);
// nothing where it is not there.
std::optional<std::filesystem::path> ShippedSample();

}  // namespace saccade::app
