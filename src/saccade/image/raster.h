#pragma once

#include <cstddef>
#include <vector>

namespace saccade {

// A map of one value a pixel (label, segment id, probability), rows from the top.
template <typename T>
struct Raster {
  int width = 0;
  int height = 0;
  std::vector<T> values;  // width * height

  Raster() = default;
  Raster(int w, int h, T fill = {})
      : width(w),
        height(h),
        values(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}

  bool operator==(const Raster&) const = default;

  T& At(int x, int y) {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + x];
  }
  const T& At(int x, int y) const {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + x];
  }
};

}  // namespace saccade
