#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "saccade/study/row_source.h"

namespace saccade {

// Rows that nothing is learned for, of any data: a map for each picture, from which scanpaths are
// drawn with inhibition of return, beginning where the pair's first person began, and which is held
// against people's next fixations.
//   "centre":   a Gaussian in the middle of the picture, its deviation a quarter of the sides
//   "saliency": the spectral residual (image/spectral_residual.h) of the pictures in `images`
// Pictures that are not there are left out of the row. Null for another name.
std::unique_ptr<RowSource> OpenPictureRow(const std::string& name,
                                          const std::filesystem::path& images);

}  // namespace saccade
