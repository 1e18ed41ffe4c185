#include "saccade/beliefs/belief_drawing.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/image/canvas.h"
#include "saccade/image/colormap.h"
#include "saccade/image/contact_sheet.h"
#include "saccade/image/heat_map.h"
#include "saccade/image/resize.h"
#include "saccade/image/text.h"

namespace saccade {
namespace {

constexpr int kWidth = static_cast<int>(kImageSize.width);
constexpr int kHeight = static_cast<int>(kImageSize.height);

// Classes of either layer, those with most cells first: the first colours are the most distinct.
struct LegendClass {
  int channel = 0;
  int sharp_cells = 0;
  int blurred_cells = 0;
  Color color;
};

std::vector<LegendClass> LegendOf(const PictureBeliefs& beliefs) {
  std::map<int, LegendClass> by_channel;
  const auto count = [&](const BeliefLayer& layer, int LegendClass::*cells) {
    for (const BeliefEntry& entry : layer.entries) {
      if (entry.channel >= kBeliefChannels) continue;
      by_channel[entry.channel].channel = entry.channel;
      ++(by_channel[entry.channel].*cells);
    }
  };
  count(beliefs.sharp, &LegendClass::sharp_cells);
  count(beliefs.blurred, &LegendClass::blurred_cells);
  std::vector<LegendClass> legend;
  for (const auto& [channel, entry] : by_channel) legend.push_back(entry);
  std::ranges::stable_sort(legend, std::greater<>(), [](const LegendClass& entry) {
    return entry.sharp_cells + entry.blurred_cells;
  });
  for (std::size_t i = 0; i < legend.size(); ++i) legend[i].color = ClassColor(static_cast<int>(i));
  return legend;
}

Picture Grey(const Picture& picture) {
  Picture grey = picture;
  for (std::size_t i = 0; i < grey.rgb.size(); i += 3) {
    const int level = (299 * grey.rgb[i] + 587 * grey.rgb[i + 1] + 114 * grey.rgb[i + 2]) / 1000;
    for (int k = 0; k < 3; ++k) grey.rgb[i + k] = static_cast<std::uint8_t>(level);
  }
  return grey;
}

using EntriesAt = std::function<std::span<const BeliefEntry>(int cell)>;

// Every cell in the colour of its classes, side by side where it has several, paler where the
// belief is weaker.
Picture DrawClasses(const Picture& ground, const EntriesAt& at,
                    const std::vector<LegendClass>& legend) {
  Picture drawn = Grey(ground);
  for (int i = 0; i < Grid::kCells; ++i) {
    std::vector<BeliefEntry> classes;
    for (const BeliefEntry& entry : at(i)) {
      if (entry.channel < kBeliefChannels) classes.push_back(entry);
    }
    const PointInImage corner = Grid::PointOf(Grid::At(i), CellPoint::kCorner);
    const double width = double{Grid::kCellPixels} / static_cast<double>(classes.size());
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const auto entry = std::ranges::find(legend, classes[k].channel, &LegendClass::channel);
      FillRectangle(drawn,
                    {corner.x + static_cast<double>(k) * width, corner.y, width, Grid::kCellPixels},
                    Paint(entry->color, 0.2 + 0.6 * std::min(1.0f, classes[k].value)));
    }
  }
  return drawn;
}

void OutlineCells(Picture& picture, const CellSet& cells) {
  cells.ForEach([&](int i) {
    const PointInImage corner = Grid::PointOf(Grid::At(i), CellPoint::kCorner);
    StrokeRectangle(picture, {corner.x, corner.y, Grid::kCellPixels, Grid::kCellPixels}, 1.2,
                    Paint({255, 255, 255}));
  });
}

Picture DrawLegend(const std::vector<LegendClass>& legend) {
  constexpr Color kInk{20, 20, 24};
  constexpr int kRows = 14;
  constexpr double kRowHeight = 20;
  Picture drawn(kWidth, kHeight, {255, 255, 255});
  const auto text = [&](const std::string& words, double x, double y, TextAlign align, bool bold) {
    DrawText(
        drawn, words, {x, y},
        {.size = 13, .color = kInk, .bold = bold, .align = align, .anchor = TextAnchor::kMiddle});
  };
  const bool two = legend.size() > kRows;
  const double column_width = two ? kWidth / 2.0 : kWidth;
  const double right = two ? column_width - 18 : 400;
  for (int column = 0; column < (two ? 2 : 1); ++column) {
    const double left = column * column_width;
    text("class", left + 26, 14, TextAlign::kLeft, true);
    text("sharp", left + right - 64, 14, TextAlign::kRight, true);
    text("blurred", left + right, 14, TextAlign::kRight, true);
  }
  const std::size_t shown = std::min<std::size_t>(legend.size(), 2 * kRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const LegendClass& entry = legend[i];
    const double left = static_cast<double>(i / kRows) * column_width;
    const double y = 36 + static_cast<double>(i % kRows) * kRowHeight;
    FillRectangle(drawn, {left + 6, y - 7, 14, 14}, Paint(entry.color));
    text(ShortenText(ChannelName(entry.channel), 13, right - 140), left + 26, y, TextAlign::kLeft,
         false);
    text(fmt::format("{}", entry.sharp_cells), left + right - 64, y, TextAlign::kRight, false);
    text(fmt::format("{}", entry.blurred_cells), left + right, y, TextAlign::kRight, false);
  }
  if (shown < legend.size()) {
    text(fmt::format("and {} more", legend.size() - shown), kWidth - 18.0, kHeight - 5.0,
         TextAlign::kRight, false);
  }
  return drawn;
}

Picture DrawChannel(const Picture& ground, const BeliefLayer& layer, int channel) {
  std::vector<float> values(Grid::kCells);
  for (int cell = 0; cell < Grid::kCells; ++cell) values[cell] = layer.Value(cell, channel);
  HeatMapOptions options;
  options.smooth = false;
  options.range = {0.0, 1.0};
  options.label = ChannelName(channel);
  return DrawHeatMap(ground, GridMap(values), options);
}

}  // namespace

Picture DrawBeliefSheet(const PictureBeliefs& beliefs, const Picture& picture,
                        const BeliefSheetOptions& options) {
  const Picture ground =
      picture.rgb.empty() ? Picture(kWidth, kHeight) : Resize(picture, kWidth, kHeight);
  const std::vector<LegendClass> legend = LegendOf(beliefs);
  const auto sharp = [&](int cell) { return beliefs.sharp.At(cell); };
  const auto blurred = [&](int cell) { return beliefs.blurred.At(cell); };
  std::vector<Tile> tiles = {
      {ground, "picture"},
      {DrawLegend(legend), "cells of each class"},
      {DrawClasses(ground, sharp, legend), "sharp: what the fovea sees (H)"},
      {DrawClasses(ground, blurred, legend), "blurred: what the periphery sees (L)"}};
  if (options.start_state) {
    const BeliefState state = BeliefState::Start(beliefs);
    Picture drawn = DrawClasses(
        ground, [&](int cell) { return state.At(cell); }, legend);
    OutlineCells(drawn, state.revealed());
    tiles.push_back({std::move(drawn), "state after the fixation on the centre (B)"});
    Picture changed = Grey(ground);
    OutlineCells(changed, state.changed());
    tiles.push_back(
        {std::move(changed), fmt::format("the {} cells that it changed", state.changed().size())});
  }
  for (const int channel : options.channels) {
    const std::string name = ChannelName(channel);
    tiles.push_back({DrawChannel(ground, beliefs.sharp, channel), name + ", sharp"});
    tiles.push_back({DrawChannel(ground, beliefs.blurred, channel), name + ", blurred"});
  }
  ContactSheetOptions sheet;
  sheet.columns = 2;
  sheet.tile_width = kWidth;
  sheet.tile_height = kHeight + 60;  // heat maps have a scale below
  sheet.title = beliefs.name;
  return ContactSheet(tiles, sheet);
}

std::string ChannelName(int channel) {
  if (channel == kSaliencyChannel) return "saliency";
  if (channel == kHistoryChannel) return "history";
  return std::string(Categories()[channel].name);
}

int ChannelOfWord(const std::string& word) {
  std::vector<std::string> known;
  for (int channel = 0; channel < kStateChannels; ++channel) known.push_back(ChannelName(channel));
  std::string spaced = word;
  std::ranges::replace(spaced, '_', ' ');
  const auto found = std::ranges::find(known, spaced);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  const std::string nearest = NearestWord(spaced, known);
  throw InputError(fmt::format("\"{}\" is no channel{}", word,
                               nearest.empty() ? "; use a class of COCO panoptic, or saliency"
                                               : fmt::format("; did you mean \"{}\"?", nearest)));
}

}  // namespace saccade
