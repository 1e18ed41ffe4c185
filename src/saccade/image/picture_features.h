#pragma once

#include <functional>
#include <string>
#include <vector>

namespace saccade {

// Features of a picture, [channel][row][column].
struct PictureFeatures {
  int channels = 0;
  int rows = 0;
  int columns = 0;
  std::vector<float> values;
  bool operator==(const PictureFeatures&) const = default;
};

// Gives the features of a picture by its name ("000000000194.jpg"). Learners and models that see
// pixels ask for them so and need not know the network that makes them, nor where they are kept.
// The same name gives the same features; may be called from several threads; throws InputError when
// there is no such picture.
using FeatureSource = std::function<PictureFeatures(const std::string& picture_name)>;

}  // namespace saccade
