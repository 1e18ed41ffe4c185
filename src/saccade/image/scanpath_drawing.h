#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/scene/frame.h"
#include "saccade/scene/trial.h"

namespace saccade {

// Scanpaths as people like to see them: numbered discs joined by lines over the picture.
// Coordinates are the picture's own pixels; Fit (geometry.h) brings them there from any frame.
// Sizes of discs, lines and letters grow with the picture.

// Colours for the first, second, ... scanpath of a figure, told apart by colour-blind people too
// (Okabe & Ito 2008). Repeats after seven.
Color ScanpathColor(std::size_t index);

struct DrawnScanpath {
  ScanpathInPhoto scanpath = {};
  Color color = ScanpathColor(0);
  std::string label = {};  // for the legend; may be empty
  // 0-based fixation at which the target is found: it gets a second ring. One from where it is only
  // in sight gets a thin one.
  std::optional<std::size_t> found_at = std::nullopt;
  std::optional<std::size_t> in_sight_at = std::nullopt;
};

struct DrawnTarget {
  BoxInPhoto box;
  std::string label = {};  // drawn at the box; may be empty
};

struct ScanpathFigure {
  std::vector<DrawnScanpath> scanpaths = {};
  std::optional<BoxInPhoto> target = std::nullopt;
  std::string target_label = {};  // drawn at the box; may be empty
  std::vector<DrawnTarget> more_targets = {};

  bool numbers = true;
  bool size_by_duration = false;  // area of a disc in proportion to the fixation's duration
  bool legend = true;             // a band below the picture, when any scanpath has a label
  std::string note = {};          // a last line of that band, "3 of 10 searches are drawn"
  double size = 1;                // factor on all sizes
};

// The picture with the figure on it; with a legend it becomes higher, never wider.
Picture DrawScanpaths(Picture picture, const ScanpathFigure& figure);

// The same drawing as SVG text over the picture that `href` names (a file or data URL; "#id": an
// image of the page that the drawing becomes part of; empty: none), which is `size` pixels large.
std::string ScanpathSvg(const ScanpathFigure& figure, FrameSize size, std::string_view href);

}  // namespace saccade
