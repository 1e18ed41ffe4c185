#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/scene/frame.h"

namespace saccade {

// Text on a picture, in saccade's own stroke font (font.h).

enum class TextAlign { kLeft, kCenter, kRight };
// What the given y means: the baseline, the middle of capitals and digits, or their top.
enum class TextAnchor { kBaseline, kMiddle, kTop };

struct TextStyle {
  double size = 14;  // pixels; 10 to 24 are the sizes it is drawn for
  Color color{0, 0, 0};
  double opacity = 1;
  bool bold = false;
  // A rim in this colour keeps letters legible on any ground.
  std::optional<Color> halo = std::nullopt;
  double halo_width = 2;
  TextAlign align = TextAlign::kLeft;
  TextAnchor anchor = TextAnchor::kBaseline;
};

void DrawText(Picture& picture, std::string_view text, PointInPhoto at, const TextStyle& style);

// Width of one line, in pixels.
double TextWidth(std::string_view text, double size);
// Height of capitals and digits with their strokes, in pixels.
double CapitalHeight(double size);
// Shortens a text with "..." so that it is at most `width` pixels wide.
std::string ShortenText(std::string_view text, double size, double width);

// Lines of words that are at most `width` pixels wide, a longer word shortened; none for no words.
std::vector<std::string> WrapText(std::string_view text, double size, double width);

// Black or white, whichever stands out more on `ground`.
Color ContrastingColor(Color ground);

}  // namespace saccade
