#pragma once

#include <span>
#include <string>

#include "saccade/app/predict_photo.h"
#include "saccade/image/picture.h"
#include "saccade/image/scanpath_drawing.h"

namespace saccade::app {

// Searches of a photo as they are drawn, still or moving.
//
// Of one target the first three searches, of several the first of each, up to where they end: on a
// box of the target, or, with another ring, where the parser alone would have had it in sight. A
// model chooses cells; a fixation is drawn somewhere in its cell, so that searches that agree do
// not hide each other. What the parser does not see makes a pale picture that says so.
struct PhotoFigure {
  Picture ground;  // the photo; small ones are enlarged to be legible
  ScanpathFigure figure;
};
PhotoFigure FigureOf(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths);

Picture DrawPhoto(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths);

// Where all of the searches went, the start left out, as a heat map over the photo.
Picture DrawHeat(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths);

// 640 values of the grid over the photo, the fixations of `past` numbered.
Picture DrawMap(const ParsedPhoto& photo, std::span<const float> values,
                const ScanpathInPhoto& past, const std::string& label);

}  // namespace saccade::app
