#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace saccade {

// Red, green, blue, 0..255.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Color&) const = default;
};

// An 8-bit RGB picture, rows from the top, pixels interleaved.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // 3 * width * height

  Picture() = default;
  Picture(int w, int h, Color fill = {})
      : width(w), height(h), rgb(std::size_t{3} * static_cast<std::size_t>(w) * h) {
    for (std::size_t i = 0; i < rgb.size(); i += 3) {
      rgb[i] = fill.r;
      rgb[i + 1] = fill.g;
      rgb[i + 2] = fill.b;
    }
  }

  bool operator==(const Picture&) const = default;

  std::uint8_t* At(int x, int y) {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + x)];
  }
  const std::uint8_t* At(int x, int y) const {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + x)];
  }
};

}  // namespace saccade
