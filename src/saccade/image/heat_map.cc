#include "saccade/image/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "saccade/image/canvas.h"
#include "saccade/image/colormap.h"
#include "saccade/image/figure_style.h"
#include "saccade/image/geometry.h"
#include "saccade/image/resize.h"
#include "saccade/image/text.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

std::pair<double, double> RangeOf(const Raster<float>& map) {
  double low = INFINITY;
  double high = -INFINITY;
  for (const float value : map.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, double{value});
    high = std::max(high, double{value});
  }
  if (low > high) return {0, 1};
  return {low, high};
}

// The map in 0..1 at the picture's size.
Raster<float> Stretched(const Raster<float>& map, std::pair<double, double> range, int width,
                        int height, bool smooth) {
  const auto [low, high] = range;
  Raster<float> unit = map;
  for (float& value : unit.values) {
    const double share = high > low ? (value - low) / (high - low) : 0.0;
    value = share > 0 ? static_cast<float>(std::min(share, 1.0)) : 0.0f;
  }
  if (smooth) return Resize(unit, width, height);
  Raster<float> large(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      large.At(x, y) = unit.At(static_cast<int>((x + 0.5) * map.width / width),
                               static_cast<int>((y + 0.5) * map.height / height));
    }
  }
  return large;
}

void DrawScaleBar(Picture& picture, int top, std::pair<double, double> range,
                  const std::string& label, const FigureStyle& style) {
  const double size = style.text_size;
  // Next to the largest value, "3e-13" says no more than 0.
  const bool nothing = std::abs(range.first) < 1e-6 * std::abs(range.second);
  const std::string low = fmt::format("{:.3g}", nothing ? 0.0 : range.first);
  const std::string high = fmt::format("{:.3g}", range.second);
  const double middle = top + 0.5 * (picture.height - top);
  const TextStyle text{.size = size, .color = kInk, .anchor = TextAnchor::kMiddle};
  double left = 0.6 * size;
  if (!label.empty()) {
    DrawText(picture, label, {left, middle}, text);
    left += TextWidth(label, size) + size;
  }
  DrawText(picture, low, {left, middle}, text);
  left += TextWidth(low, size) + 0.4 * size;
  const double right = picture.width - 0.6 * size - TextWidth(high, size) - 0.4 * size;
  const double bar = std::min(right - left, 16 * size);
  if (bar <= 0) return;
  const double height = 0.8 * size;
  for (int x = static_cast<int>(left); x < static_cast<int>(left + bar); ++x) {
    FillRectangle(picture, {double(x), std::round(middle - height / 2), 1, std::round(height)},
                  HeatColor((x - left) / bar));
  }
  DrawText(picture, high, {left + bar + 0.4 * size, middle}, text);
}

}  // namespace

Picture DrawHeatMap(const Picture& picture, const Raster<float>& map,
                    const HeatMapOptions& options) {
  if (map.values.empty()) throw std::invalid_argument("a heat map without values");
  const auto range = options.range.value_or(RangeOf(map));
  const Raster<float> heat = Stretched(map, range, picture.width, picture.height, options.smooth);
  const FigureStyle style = FigureStyle::For(PictureSize(picture), 1);
  const int band = options.scale_bar ? static_cast<int>(2.2 * style.text_size) : 0;
  Picture result(picture.width, picture.height + band, kPaper);
  for (std::size_t i = 0; i < heat.values.size(); ++i) {
    const std::uint8_t* p = &picture.rgb[3 * i];
    const double grey = 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2];
    const Color color = HeatColor(heat.values[i]);
    const auto mix = [&](int channel) {
      return static_cast<std::uint8_t>(
          std::lround(grey * (1 - options.opacity) + channel * options.opacity));
    };
    result.rgb[3 * i] = mix(color.r);
    result.rgb[3 * i + 1] = mix(color.g);
    result.rgb[3 * i + 2] = mix(color.b);
  }
  if (band > 0) DrawScaleBar(result, picture.height, range, options.label, style);
  return result;
}

Raster<float> GridMap(std::span<const float> values) {
  if (values.size() != std::size_t{Grid::kCells}) {
    throw std::invalid_argument("a grid map has 640 values");
  }
  Raster<float> map(Grid::kColumns, Grid::kRows);
  std::ranges::copy(values, map.values.begin());
  return map;
}

}  // namespace saccade
