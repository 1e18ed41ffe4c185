#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "saccade/study/page.h"

namespace saccade {

// A learned reward drawn over its picture.
struct RewardFigure {
  std::string picture;  // file name
  std::string task;
  std::vector<float> values;  // Grid::kCells
};

// The maps of one picture side by side, a block for each picture; `figures` in order, those of a
// picture one after the other. Throws InputError when a picture is not in `images`.
Section RewardSection(std::span<const RewardFigure> figures, const std::filesystem::path& images);

}  // namespace saccade
