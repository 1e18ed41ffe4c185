#include "saccade/app/photo_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/image/heat_map.h"
#include "saccade/image/resize.h"
#include "saccade/scene/category.h"
#include "saccade/search/stand_in.h"

namespace saccade::app {
namespace {

constexpr int kMostDrawn = 3;
constexpr double kLegibleEdge = 1024;
constexpr double kShareOfCell = 0.7;  // in which a fixation is drawn
constexpr Color kUnsure{120, 120, 120};

// Half way to white, without colour.
Picture Faded(Picture picture) {
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
    const int grey =
        (299 * picture.rgb[i] + 587 * picture.rgb[i + 1] + 114 * picture.rgb[i + 2]) / 1000;
    for (std::size_t k = 0; k < 3; ++k) {
      picture.rgb[i + k] = static_cast<std::uint8_t>(128 + grey / 2);
    }
  }
  return picture;
}

double LegibleScale(const Picture& photo) {
  return std::max(1.0, kLegibleEdge / std::max(photo.width, photo.height));
}

Picture Legible(const Picture& photo, double scale) {
  if (scale == 1) return photo;
  const auto scaled = [&](int length) {
    return static_cast<int>(std::max(1L, std::lround(length * scale)));
  };
  return Resize(photo, scaled(photo.width), scaled(photo.height));
}

std::optional<std::size_t> EndOf(const PhotoScanpath& search) {
  return search.on_box_at ? search.on_box_at : search.found_at;
}

// Somewhere in the cells that the search chose; the start is where it is.
ScanpathInPhoto Spread(const ParsedPhoto& photo, const PhotoScanpath& search, double scale) {
  Random random(static_cast<std::uint64_t>(search.sample), "drawn fixations",
                static_cast<std::uint64_t>(search.target));
  const double cell = kShareOfCell * Grid::kCellPixels / photo.fit.scale();
  const std::size_t end =
      std::min(search.scanpath.size(), EndOf(search).value_or(SIZE_MAX - 1) + 1);
  ScanpathInPhoto drawn;
  for (std::size_t i = 0; i < end; ++i) {
    const PointInPhoto& at = search.scanpath[i].point;
    const double dx = cell * (random.Uniform() - .5), dy = cell * (random.Uniform() - .5);
    drawn.push_back({{(at.x + (i > 0 ? dx : 0)) * scale, (at.y + (i > 0 ? dy : 0)) * scale},
                     search.scanpath[i].duration_ms});
  }
  return drawn;
}

std::string LabelOf(const PhotoScanpath& search, bool several) {
  std::string label(TargetName(search.target));
  if (!several) label += fmt::format(" {}", search.sample);
  if (search.on_box_at) return label;
  return label + (search.found_at ? ", in sight only" : ", not found");
}

// A map of zeros over the drawn photo, a quarter of a grid's cell fine, and a cell of it in pixels.
std::pair<Raster<float>, double> FineMap(const ParsedPhoto& photo, const Picture& ground,
                                         double scale) {
  const double step = Grid::kCellPixels / photo.fit.scale() * scale / 4;
  const auto cells = [&](int pixels) {
    return std::max(1, static_cast<int>(std::lround(pixels / step)));
  };
  return {Raster<float>(cells(ground.width), cells(ground.height), 0.f), step};
}

// "3 of 10 searches are drawn; 8 of 10 look at it", by target.
std::string NoteOf(std::span<const TargetOutcome> outcomes, std::size_t drawn, std::size_t all) {
  std::string note = fmt::format("{} of {} searches are drawn", drawn, all);
  // Of many targets there is no room to say more.
  if (outcomes.size() > 4) return note;
  for (const TargetOutcome& outcome : outcomes) {
    const std::string_view name = TargetName(outcome.target);
    note += outcome.seen
                ? fmt::format("; {} of {} look at the {}", outcome.on_box, outcome.scanpaths, name)
                : fmt::format("; the parser saw no {}: these are guesses", name);
    if (!IsLearned(outcome.target)) note += fmt::format("; people did not teach {}", name);
  }
  return note;
}

}  // namespace

PhotoFigure FigureOf(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  const double scale = LegibleScale(photo.photo);
  PhotoFigure drawing{Legible(photo.photo, scale), {}};
  if (scanpaths.empty()) return drawing;
  const bool several = scanpaths.front().target != scanpaths.back().target;
  const std::vector<TargetOutcome> outcomes = OutcomesOf(photo, scanpaths);
  std::map<int, bool> seen;
  for (const TargetOutcome& outcome : outcomes) seen[outcome.target] = outcome.seen;
  ScanpathFigure& figure = drawing.figure;
  for (const PhotoScanpath& search : scanpaths) {
    if (search.sample > (several ? 1 : kMostDrawn)) continue;
    DrawnScanpath& drawn = figure.scanpaths.emplace_back();
    drawn.scanpath = Spread(photo, search, scale);
    drawn.color = seen[search.target] ? ScanpathColor(figure.scanpaths.size() - 1) : kUnsure;
    drawn.label = LabelOf(search, several);
    drawn.found_at = search.on_box_at;
    if (!search.on_box_at) drawn.in_sight_at = search.found_at;
  }
  for (const TargetOutcome& outcome : outcomes) {
    for (const PanopticSegment& segment : SegmentsOf(photo, outcome.target)) {
      const BoxInPhoto box = photo.fit.ToPhoto(segment.box);
      figure.more_targets.push_back(
          {{box.x * scale, box.y * scale, box.width * scale, box.height * scale},
           fmt::format("{} {:.0f}%", TargetName(segment.channel), 100 * segment.score)});
    }
  }
  figure.note = NoteOf(outcomes, figure.scanpaths.size(), scanpaths.size());
  const bool any_seen = std::ranges::any_of(outcomes, &TargetOutcome::seen);
  if (!any_seen) drawing.ground = Faded(std::move(drawing.ground));
  return drawing;
}

Picture DrawPhoto(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  PhotoFigure drawing = FigureOf(photo, scanpaths);
  return DrawScanpaths(std::move(drawing.ground), drawing.figure);
}

Picture DrawHeat(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  const double scale = LegibleScale(photo.photo);
  const Picture ground = Legible(photo.photo, scale);
  // A look is as wide as a cell.
  auto [map, step] = FineMap(photo, ground, scale);
  for (const PhotoScanpath& search : scanpaths) {
    for (std::size_t i = 1; i < search.scanpath.size(); ++i) {
      const double x = search.scanpath[i].point.x * scale / step;
      const double y = search.scanpath[i].point.y * scale / step;
      for (int row = 0; row < map.height; ++row) {
        for (int column = 0; column < map.width; ++column) {
          const double dx = column + .5 - x, dy = row + .5 - y;
          map.At(column, row) += static_cast<float>(std::exp(-(dx * dx + dy * dy) / (2 * 4 * 4)));
        }
      }
    }
  }
  return DrawHeatMap(ground, map,
                     {.label = fmt::format("where the {} searches looked", scanpaths.size())});
}

Picture DrawMap(const ParsedPhoto& photo, std::span<const float> values,
                const ScanpathInPhoto& past, const std::string& label) {
  const double scale = LegibleScale(photo.photo);
  const Picture ground = Legible(photo.photo, scale);
  auto [map, step] = FineMap(photo, ground, scale);
  for (int row = 0; row < map.height; ++row) {
    for (int column = 0; column < map.width; ++column) {
      const PointInPhoto at{(column + .5) * step / scale, (row + .5) * step / scale};
      const auto cell = Grid::CellOf(photo.fit.FromPhoto(at));
      if (cell) map.At(column, row) = values[static_cast<std::size_t>(Grid::Index(*cell))];
    }
  }
  ScanpathFigure figure{.legend = false};
  DrawnScanpath& drawn = figure.scanpaths.emplace_back();
  for (const auto& [point, ms] : past) {
    drawn.scanpath.push_back({{point.x * scale, point.y * scale}, ms});
  }
  return DrawScanpaths(DrawHeatMap(ground, map, {.label = label}), figure);
}

}  // namespace saccade::app
