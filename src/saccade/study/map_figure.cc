#include "saccade/study/map_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "saccade/base/markup.h"

namespace saccade {
namespace {

// Matplotlib's "inferno" at equal steps: rising in lightness throughout, so it survives grey print.
constexpr std::array<std::string_view, 12> kLevels = {"#000004", "#140b34", "#390963", "#60136e",
                                                      "#85216b", "#a92e5e", "#cb4149", "#e65d2f",
                                                      "#f78410", "#fcae12", "#f5db4c", "#fcffa4"};

constexpr int kWidth = 512, kHeight = 320, kScaleHeight = 30;

struct Extent {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
};

Extent ExtentOf(std::span<const float> values) {
  Extent extent;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    extent.low = std::min(extent.low, value);
    extent.high = std::max(extent.high, value);
  }
  return extent;
}

std::size_t LevelOf(float value, const Extent& extent) {
  if (extent.high <= extent.low) return 0;
  const float share = (value - extent.low) / (extent.high - extent.low);
  return std::min(kLevels.size() - 1,
                  static_cast<std::size_t>(share * static_cast<float>(kLevels.size())));
}

// One path a level: a cell costs about a dozen bytes.
std::string Cells(std::span<const float> values, const Extent& extent) {
  std::array<std::string, kLevels.size()> paths;
  for (int i = 0; i < Grid::kCells; ++i) {
    if (!std::isfinite(values[i])) continue;
    const Cell cell = Grid::At(i);
    paths[LevelOf(values[i], extent)] += fmt::format(
        "M{} {}h16v16h-16z", cell.column * Grid::kCellPixels, cell.row * Grid::kCellPixels);
  }
  std::string out = "<g opacity=\".62\" shape-rendering=\"crispEdges\">\n";
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    if (paths[level].empty()) continue;
    out += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", kLevels[level], paths[level]);
  }
  return out + "</g>\n";
}

std::string Scale(const MapFigure& map, const Extent& extent) {
  std::string out;
  constexpr int kLeft = 128, kStep = 256 / static_cast<int>(kLevels.size());
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    out +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" fill=\"{}\"/>",
                    kLeft + kStep * static_cast<int>(level), kHeight + 10, kStep, kLevels[level]);
  }
  const std::string low = map.low_label.empty() ? fmt::format("{:.3g}", extent.low) : map.low_label;
  const std::string high =
      map.high_label.empty() ? fmt::format("{:.3g}", extent.high) : map.high_label;
  return out + fmt::format(
                   "\n<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
                   "<text x=\"{}\" y=\"{}\">{}</text>\n",
                   kLeft - 8, kHeight + 20, EscapeMarkup(low),
                   kLeft + kStep * static_cast<int>(kLevels.size()) + 8, kHeight + 20,
                   EscapeMarkup(high));
}

}  // namespace

void RaiseLowestTenth(std::vector<float>& values) {
  std::vector<float> sorted = values;
  const auto tenth = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 10);
  std::ranges::nth_element(sorted, tenth);
  for (float& value : values) value = std::max(value, *tenth);
}

std::string MapFigureSvg(const MapFigure& map) {
  if (map.values.size() != Grid::kCells) {
    throw std::invalid_argument(
        fmt::format("a map has {} values; the grid has {}", map.values.size(), Grid::kCells));
  }
  const Extent extent = ExtentOf(map.values);
  std::string svg = fmt::format(
      "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {} {}\" width=\"{}\" "
      "xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>\n",
      kWidth, kHeight + kScaleHeight, kWidth, EscapeMarkup(map.title));
  if (!map.picture.empty()) {
    svg += fmt::format(
        "<image href=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
        "style=\"filter:grayscale(.8)\"/>\n",
        EscapeMarkup(map.picture), kWidth, kHeight);
  }
  return svg + Cells(map.values, extent) + Scale(map, extent) + "</svg>";
}

}  // namespace saccade
