#pragma once

#include <string_view>
#include <vector>

#include "saccade/image/scan.h"

namespace saccade {

// Saccade's own typeface: letters as pen strokes with round ends, so that text needs no font file
// and looks the same on every machine. ASCII 32..126; any other byte is drawn as "?", except that
// the bytes of one UTF-8 sequence count once.

// The strokes of a line of text, `size` pixels from one baseline to the next of tight lines
// (capitals are .72 of it high). Starts at x = 0, baseline y = 0. Heights and origins lie on half
// pixels, which keeps horizontal and vertical strokes crisp at 10 to 24 pixels.
struct TextStrokes {
  std::vector<Contour> lines;
  double width = 0;  // advance, in pixels
};
TextStrokes LayOutText(std::string_view text, double size);

// Thickness of the pen, in pixels.
double PenThickness(double size, bool bold);

}  // namespace saccade
