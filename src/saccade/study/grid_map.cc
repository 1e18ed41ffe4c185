#include "saccade/study/grid_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "saccade/study/chart_plot.h"

namespace saccade {
namespace {

// "Cividis" (Nunez, Anderton & Renslow 2018) at equal steps: made for people with and without
// normal colour vision.
constexpr std::array<Color, 9> kScale = {{{0, 34, 78},
                                          {25, 60, 109},
                                          {68, 81, 107},
                                          {97, 104, 111},
                                          {125, 124, 120},
                                          {155, 146, 120},
                                          {186, 170, 109},
                                          {221, 196, 87},
                                          {254, 232, 56}}};
constexpr double kTop = 22, kBelow = 34, kScaleWidth = 120;

void DrawScale(Graphic& graphic, const GridMap& map, float low, float high, double y) {
  const std::string left = map.low_label.empty() ? fmt::format("{:.2g}", low) : map.low_label;
  const std::string right = map.high_label.empty() ? fmt::format("{:.2g}", high) : map.high_label;
  const double x = 4 + HelveticaWidth(left, 10) + 6;
  graphic.Text(left, 4, y + 9, TextAlign::kLeft, kInk, 10);
  constexpr int kSteps = 24;
  for (int i = 0; i < kSteps; ++i) {
    graphic.Rectangle(x + i * kScaleWidth / kSteps, y, kScaleWidth / kSteps + .3, 10,
                      ScaleColor((i + .5) / kSteps));
  }
  graphic.Text(right, x + kScaleWidth + 6, y + 9, TextAlign::kLeft, kInk, 10);
  graphic.width = std::max(graphic.width, x + kScaleWidth + 12 + HelveticaWidth(right, 10));
}

// The borders between cells inside and outside.
void DrawOutline(Graphic& graphic, const GridMap& map) {
  const auto inside = [&](int column, int row) {
    return column >= 0 && row >= 0 && column < map.columns && row < map.rows &&
           map.outlined[row * map.columns + column];
  };
  const auto edge = [&](double x0, double y0, double x1, double y1) {
    graphic.Line(x0, y0, x1, y1, 2.6, {255, 255, 255});
    graphic.Line(x0, y0, x1, y1, 1.2, {0, 0, 0});
  };
  for (int row = 0; row <= map.rows; ++row) {
    for (int column = 0; column <= map.columns; ++column) {
      const double x = column * map.cell, y = kTop + row * map.cell;
      if (inside(column, row) != inside(column - 1, row)) edge(x, y, x, y + map.cell);
      if (inside(column, row) != inside(column, row - 1)) edge(x, y, x + map.cell, y);
    }
  }
}

}  // namespace

Color ScaleColor(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (kScale.size() - 1);
  const auto i = std::min(kScale.size() - 2, static_cast<std::size_t>(place));
  const double rest = place - static_cast<double>(i);
  const auto mix = [&](int a, int b) {
    return static_cast<std::uint8_t>(std::lround(a + rest * (b - a)));
  };
  const Color &a = kScale[i], &b = kScale[i + 1];
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

Graphic GridMapGraphic(const GridMap& map) {
  if (map.values.size() != static_cast<std::size_t>(map.columns * map.rows)) {
    throw std::invalid_argument("a map needs a value for each of its cells");
  }
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (const float value : map.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value), high = std::max(high, value);
  }
  low = map.low.value_or(low), high = map.high.value_or(high);
  const double wide = map.columns * map.cell, tall = map.rows * map.cell;
  Graphic graphic{map.title, wide, kTop + tall + kBelow};
  graphic.shapes.push_back(
      GraphicText{map.heading, {2, 15}, TextAlign::kLeft, kInk, kGraphicText, 0, true});
  graphic.width = std::max(graphic.width, 4 + HelveticaWidth(map.heading, kGraphicText, true));
  if (map.picture) graphic.shapes.push_back(GraphicImage{*map.picture, {0, kTop, wide, tall}});
  for (int i = 0; i < map.columns * map.rows; ++i) {
    if (!std::isfinite(map.values[i])) continue;
    const double share = high > low ? (map.values[i] - low) / (high - low) : .5;
    const double overlap = map.picture ? 0 : .3;  // no seams between opaque cells
    graphic.Rectangle(i % map.columns * map.cell, kTop + i / map.columns * map.cell,
                      map.cell + overlap, map.cell + overlap, ScaleColor(share),
                      map.picture ? .6 : 1);
  }
  if (!map.outlined.empty()) DrawOutline(graphic, map);
  if (map.cross) {
    graphic.Line(wide / 2, kTop, wide / 2, kTop + tall, .8, {255, 255, 255});
    graphic.Line(0, kTop + tall / 2, wide, kTop + tall / 2, .8, {255, 255, 255});
  }
  graphic.Frame(0, kTop, wide, tall, 1, kSoft);
  DrawScale(graphic, map, low, high, kTop + tall + 10);
  return graphic;
}

}  // namespace saccade
