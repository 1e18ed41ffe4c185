#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/formats/tensor.h"
#include "saccade/image/raster.h"

namespace saccade {

// A saliency map of any size on the grid: the mean over each cell of the map, which is fitted to
// the image frame as its photo is (a map of 20 rows and 32 columns is taken as it is). 640 values.
std::vector<float> SaliencyOnGrid(const Raster<float>& map);

// Puts a map (640 values, 0..1) into a layer as channel 134, replacing what is there.
void SetSaliency(BeliefLayer& layer, std::span<const float> map);

// Saliency maps of many pictures. A map whose maximum is over 1 is divided by it; negative values
// and NaN are refused with InputError.
class SaliencySource {
 public:
  // One .npy [pictures, rows, columns] with a text file that names the pictures, one a line; or a
  // folder with one NAME.npy, .png or .jpg for each picture (NAME with or without its own ending).
  static SaliencySource Open(const std::filesystem::path& path,
                             const std::optional<std::filesystem::path>& names = std::nullopt);

  // The map's input: for the stack its rows, for a folder the file's bytes. Throws InputError when
  // the picture has none.
  std::uint64_t ChecksumOf(const std::string& picture) const;
  std::vector<float> Load(const std::string& picture) const;  // 640 values

 private:
  std::filesystem::path FileOf(const std::string& picture) const;
  Raster<float> StackedMap(const std::string& picture) const;

  std::filesystem::path path_;
  Tensor stack_;                                          // empty for a folder
  std::map<std::string, std::size_t, std::less<>> rows_;  // of the stack
};

}  // namespace saccade
