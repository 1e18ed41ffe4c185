#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "saccade/image/scanpath_drawing.h"

namespace saccade {

// Sizes and places that the raster and the vector form of a scanpath figure share.
struct FigureStyle {
  double disc_radius;
  double line;
  double rim;        // white ring around a disc
  double text_size;  // numbers, labels and legend

  // Designed at 512x320; grows with the picture's diagonal.
  static FigureStyle For(FrameSize picture, double size_factor);

  // Radius of the disc of fixation i: grows for two-digit numbers, or follows the duration where
  // there is one (models predict none).
  double RadiusOf(const ScanpathFigure& figure, const ScanpathInPhoto& scanpath,
                  std::size_t i) const;
};

// An entry of the legend: a scanpath and where its swatch's centre lies, relative to the top-left
// corner of the legend's band.
struct LegendEntry {
  std::size_t scanpath;
  PointInPhoto swatch;
};
// A line of the figure's note, and where it begins and has its middle in the band.
struct NoteLine {
  std::string text;
  PointInPhoto at;
};
struct Legend {
  std::vector<LegendEntry> entries;
  std::vector<NoteLine> note;
  double height = 0;  // 0: there is none
};
Legend LayOutLegend(const ScanpathFigure& figure, const FigureStyle& style, double width);

// Where the tag with the target's name goes: above its box, below it, or inside: where there is
// room.
BoxInPhoto TargetTag(const DrawnTarget& target, const FigureStyle& style, FrameSize picture);

// All of them, the figure's own first.
std::vector<DrawnTarget> TargetsOf(const ScanpathFigure& figure);

inline constexpr Color kTargetColor{255, 255, 255};
inline constexpr Color kInk{20, 20, 24};
inline constexpr Color kPaper{255, 255, 255};

}  // namespace saccade
