#include "saccade/image/font.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace saccade {
namespace {

// A letter's path in units of 1/14 of a capital's height: y = 0 is the top of capitals, 4 that of
// small letters, 14 the baseline, 18 the end of descenders.
//   M x y        lift the pen and start here
//   L x y        straight line
//   H x y, V x y quarter ellipse that leaves horizontally / vertically
//   Q a b x y    quadratic curve with control point (a, b)
struct Glyph {
  double width;  // of the pen's path; the sides are added
  std::string_view path;
};

constexpr double kTopOfCapitals = 0;
constexpr double kTopOfSmall = 4;
constexpr double kBaseline = 14;
constexpr double kUnitsPerSize = kBaseline / 0.72;
constexpr double kSides = 3.9;  // between the pen paths of two letters

constexpr std::array<Glyph, 95> kGlyphs = {{
    {2.0, ""},                                                           // blank
    {0.0, "M0 0 L0 9.4 M0 13.8 L0 14"},                                  // !
    {3.2, "M0 0 L0 4 M3.2 0 L3.2 4"},                                    // "
    {9.4, "M3 0 L1.4 14 M8 0 L6.4 14 M0.4 4.6 L9.4 4.6 M0 9.4 L9 9.4"},  // #
    {8.6,
     "M8.2 2.8 Q7 0 4.3 0 H0.4 3.5 Q0.4 6 4.4 6.9 Q8.6 7.8 8.6 10.5 V4.4 14 Q1.2 14 0 11 "
     "M4.3 -2 L4.3 16"},  // $
    {13.6,
     "M0 3.2 V2.6 0 H5.2 3.2 V2.6 6.4 H0 3.2 M10.8 0 L2.8 14 "
     "M8.4 10.8 V11 7.6 H13.6 10.8 V11 14 H8.4 10.8"},  // %
    {10.2,
     "M10.2 14 L2.2 4.8 Q1.2 3.6 1.2 2.7 V4 0 H6.8 2.7 Q6.8 4.6 3.8 6.3 Q0 8.2 0 10.6 V4 14 "
     "Q8.2 14 9.4 8.2"},                                                                    // &
    {0.0, "M0 0 L0 4"},                                                                     // '
    {3.0, "M3 -1.6 Q0 2 0 7 Q0 12 3 16.2"},                                                 // (
    {3.0, "M0 -1.6 Q3 2 3 7 Q3 12 0 16.2"},                                                 // )
    {5.4, "M2.7 0 L2.7 6 M0 1.5 L5.4 4.5 M5.4 1.5 L0 4.5"},                                 // *
    {8.0, "M4 4.4 L4 12.4 M0 8.4 L8 8.4"},                                                  // +
    {1.2, "M1.2 13.6 L0.2 16.6"},                                                           // ,
    {4.4, "M0 8.8 L4.4 8.8"},                                                               // -
    {0.0, "M0 13.8 L0 14"},                                                                 // .
    {5.6, "M0 15.4 L5.6 -1"},                                                               // /
    {8.0, "M0 5 V4 0 H8 5 L8 9 V4 14 H0 9 L0 5"},                                           // 0
    {8.0, "M1.4 3 L4.8 0 L4.8 14"},                                                         // 1
    {8.0, "M0.2 4 V4 0 H7.8 3.9 Q7.8 6 6 7.8 L0 14 L8.2 14"},                               // 2
    {8.0, "M0.3 2.8 Q1.3 0 4 0 H7.6 3.4 V4 6.6 L2.8 6.6 M4 6.6 H8 10.3 V4 14 Q1 14 0 11"},  // 3
    {8.0, "M6 14 L6 0 L-0.2 9.8 L8.2 9.8"},                                                 // 4
    {8.0, "M7.4 0 L1.2 0 L0.6 6.6 Q2 5.2 4 5.2 H8 9.6 V4 14 Q1.2 14 0 11.6"},               // 5
    {8.0, "M7.2 1.6 Q6 0 4.4 0 H0 7.6 L0 9.6 V4 14 H8 9.6 V4 5.4 H0 9.6"},                  // 6
    {8.0, "M0 0 L8 0 L2.8 14"},                                                             // 7
    {8.0, "M4 6.6 H0.5 3.3 V4 0 H7.5 3.3 V4 6.6 H8 10.3 V4 14 H0 10.3 V4 6.6"},             // 8
    {8.0, "M0.8 12.4 Q2 14 3.6 14 H8 6.4 L8 4.4 V4 0 H0 4.4 V4 8.6 H8 4.4"},                // 9
    {0.0, "M0 5.6 L0 5.8 M0 13.8 L0 14"},                                                   // :
    {1.2, "M1 5.6 L1 5.8 M1.2 13.6 L0.2 16.6"},                                             // ;
    {7.4, "M7.4 4 L0 8.4 L7.4 12.8"},                                                       // <
    {8.0, "M0 6.4 L8 6.4 M0 10.4 L8 10.4"},                                                 // =
    {7.4, "M0 4 L7.4 8.4 L0 12.8"},                                                         // >
    {7.0, "M0 3 Q0.8 0 3.6 0 H7 3.4 Q7 5.4 5 6.7 Q3.5 7.7 3.5 9.7 M3.5 13.8 L3.5 14"},      // ?
    {13.6,
     "M9.9 7.2 V6.9 4.4 H3.9 7.8 V6.5 10.8 H9.8 7.4 M10.2 4.6 L9.7 9 Q9.7 10.8 11.2 10.8 "
     "Q13.6 10.6 13.6 6.8 V7 0 H0 7.2 V7 15.2 Q9.2 15.2 11 14"},                             // @
    {10.0, "M0 14 L5 0 L10 14 M1.8 9.2 L8.2 9.2"},                                           // A
    {9.0, "M0 0 L0 14 L5 14 H9 10.4 V5 6.8 L0 6.8 M0 0 L4.6 0 H8.2 3.4 V4.6 6.8"},           // B
    {9.4, "M9.4 3.2 Q8 0 5 0 H0 5.6 L0 8.4 V5 14 Q8 14 9.4 10.8"},                           // C
    {9.4, "M0 0 L0 14 L3.6 14 H9.4 8.4 L9.4 5.6 V3.6 0 L0 0"},                               // D
    {7.6, "M7.6 0 L0 0 L0 14 L7.6 14 M0 6.8 L6.8 6.8"},                                      // E
    {7.4, "M7.4 0 L0 0 L0 14 M0 7 L6.6 7"},                                                  // F
    {9.6, "M9.4 3.2 Q8 0 5 0 H0 5.6 L0 8.4 V5 14 H9.6 9.6 L9.6 7.6 L5.6 7.6"},               // G
    {9.0, "M0 0 L0 14 M9 0 L9 14 M0 6.8 L9 6.8"},                                            // H
    {0.0, "M0 0 L0 14"},                                                                     // I
    {6.0, "M6 0 L6 10 V3 14 H0 11"},                                                         // J
    {8.8, "M0 0 L0 14 M8.4 0 L0 8.8 M3.1 5.6 L8.8 14"},                                      // K
    {7.0, "M0 0 L0 14 L7 14"},                                                               // L
    {11.0, "M0 14 L0 0 L5.5 9.4 L11 0 L11 14"},                                              // M
    {9.0, "M0 14 L0 0 L9 14 L9 0"},                                                          // N
    {10.4, "M0 5.6 V5.2 0 H10.4 5.6 L10.4 8.4 V5.2 14 H0 8.4 L0 5.6"},                       // O
    {8.6, "M0 14 L0 0 L4.7 0 H8.6 3.9 V4.7 7.8 L0 7.8"},                                     // P
    {10.6, "M0 5.6 V5.2 0 H10.4 5.6 L10.4 8.4 V5.2 14 H0 8.4 L0 5.6 M6.6 10.8 L10.6 15.2"},  // Q
    {8.8, "M0 14 L0 0 L4.7 0 H8.6 3.9 V4.7 7.8 L0 7.8 M4.6 7.8 L8.8 14"},                    // R
    {8.6, "M8.2 2.8 Q7 0 4.3 0 H0.4 3.5 Q0.4 6 4.4 6.9 Q8.6 7.8 8.6 10.5 V4.4 14 Q1.2 14 0 11"},
    {9.6, "M0 0 L9.6 0 M4.8 0 L4.8 14"},             // T
    {9.2, "M0 0 L0 9.2 V4.6 14 H9.2 9.2 L9.2 0"},    // U
    {9.8, "M0 0 L4.9 14 L9.8 0"},                    // V
    {14.0, "M0 0 L3.5 14 L7 1 L10.5 14 L14 0"},      // W
    {9.0, "M0 0 L9 14 M9 0 L0 14"},                  // X
    {9.4, "M0 0 L4.7 7.4 L9.4 0 M4.7 7.4 L4.7 14"},  // Y
    {9.0, "M0.4 0 L8.8 0 L0 14 L9 14"},              // Z
    {2.6, "M2.6 -1.4 L0 -1.4 L0 16 L2.6 16"},        // [
    {5.6, "M0 -1 L5.6 15.4"},                        // backslash
    {2.6, "M0 -1.4 L2.6 -1.4 L2.6 16 L0 16"},        // ]
    {6.8, "M0 5 L3.4 0 L6.8 5"},                     // ^
    {8.0, "M0 16.4 L8 16.4"},                        // _
    {2.0, "M0 0 L2 2.6"},                            // `
    {7.4, "M0.8 6 Q1.8 4 4 4 H7.4 7.4 L7.4 14 M7.4 8.9 L3.6 8.9 H0 11.5 V3.4 14 Q6 14 7.4 11.4"},
    {8.0, "M0 0 L0 14 M0 8.6 V4 4 H8 8.6 L8 9.4 V4 14 H0 9.4"},                           // b
    {7.2, "M7.2 6.2 Q6.2 4 4.1 4 H0 8.6 L0 9.4 V4.1 14 Q6.2 14 7.2 11.8"},                // c
    {8.0, "M8 0 L8 14 M8 9.4 V4 14 H0 9.4 L0 8.6 V4 4 H8 8.6"},                           // d
    {8.0, "M0.1 8.9 L8 8.9 L8 8.4 V4 4 H0 8.8 L0 9.4 V4.2 14 Q6.5 14 7.6 12"},            // e
    {5.2, "M5.4 0.2 Q4.9 0 4.4 0 H1.8 2.8 L1.8 14 M0 4.2 L5 4.2"},                        // f
    {8.0, "M8 4 L8 14 V4 18 Q1.6 18 0.6 16.2 M8 8.6 V4 4 H0 8.6 L0 9.2 V4 13.8 H8 9.2"},  // g
    {7.4, "M0 0 L0 14 M0 8 V3.8 4 H7.4 7.8 L7.4 14"},                                     // h
    {0.0, "M0 4 L0 14 M0 0.2 L0 0.4"},                                                    // i
    {2.2, "M2.2 4 L2.2 15.4 Q2.2 18 -0.2 18 M2.2 0.2 L2.2 0.4"},                          // j
    {7.0, "M0 0 L0 14 M6.6 4 L0 10.6 M2.6 8 L7 14"},                                      // k
    {1.8, "M0 0 L0 11.6 Q0 14 1.8 14"},                                                   // l
    {12.0, "M0 4 L0 14 M0 7.6 V3.2 4 H6 7.2 L6 14 M6 7.6 V9.2 4 H12 7.2 L12 14"},         // m
    {7.4, "M0 4 L0 14 M0 8 V3.8 4 H7.4 7.8 L7.4 14"},                                     // n
    {8.2, "M0 8.6 V4.1 4 H8.2 8.6 L8.2 9.4 V4.1 14 H0 9.4 L0 8.6"},                       // o
    {8.0, "M0 4 L0 18 M0 8.6 V4 4 H8 8.6 L8 9.4 V4 14 H0 9.4"},                           // p
    {8.0, "M8 4 L8 18 M8 9.4 V4 14 H0 9.4 L0 8.6 V4 4 H8 8.6"},                           // q
    {4.6, "M0 4 L0 14 M0 8.2 V3.6 4 L4.6 4.1"},                                           // r
    {6.6,
     "M6.2 6.2 Q5.4 4 3.3 4 H0.3 6.5 Q0.3 8.3 3.3 8.9 Q6.6 9.5 6.6 11.5 V3.3 14 Q0.8 14 0 11.8"},
    {5.0, "M1.8 0.8 L1.8 11.4 V4 14 L5 13.9 M0 4.2 L5 4.2"},  // t
    {7.4, "M0 4 L0 10.4 V3.5 14 H7.4 10 M7.4 4 L7.4 14"},     // u
    {7.6, "M0 4 L3.8 14 L7.6 4"},                             // v
    {11.4, "M0 4 L2.9 14 L5.7 4.8 L8.5 14 L11.4 4"},          // w
    {7.2, "M0 4 L7.2 14 M7.2 4 L0 14"},                       // x
    {7.8, "M0 4 L3.9 14 M7.8 4 L3.5 15.2 Q2.5 18 0.4 18"},    // y
    {7.0, "M0.2 4 L6.8 4 L0 14 L7 14"},                       // z
    {3.6,
     "M3.6 -1.4 Q1.6 -1.4 1.6 1.2 L1.6 5 Q1.6 7.3 0 7.3 Q1.6 7.3 1.6 9.6 L1.6 13.4 "
     "Q1.6 16 3.6 16"},                                                                  // {
    {0.0, "M0 -1.4 L0 16"},                                                              // |
    {3.6, "M0 -1.4 Q2 -1.4 2 1.2 L2 5 Q2 7.3 3.6 7.3 Q2 7.3 2 9.6 L2 13.4 Q2 16 0 16"},  // }
    {8.6, "M0 9.6 Q0.6 7 2.4 7 Q3.4 7 4.3 8.3 Q5.2 9.6 6.2 9.6 Q8 9.6 8.6 7"},           // ~
}};

// Reads one path into polylines in glyph units.
class PathReader {
 public:
  explicit PathReader(std::string_view path) : rest_(path) {}

  std::vector<Contour> Read() {
    while (!rest_.empty()) {
      const char command = rest_.front();
      rest_.remove_prefix(1);
      if (command == ' ') continue;
      if (command == 'M') {
        lines_.push_back({NextPoint()});
      } else if (command == 'L') {
        lines_.back().push_back(NextPoint());
      } else if (command == 'Q') {
        const PointInPhoto control = NextPoint();
        Quadratic(control, NextPoint());
      } else {
        Quarter(command == 'H', NextPoint());
      }
    }
    return std::move(lines_);
  }

 private:
  static constexpr int kSteps = 8;

  double Number() {
    while (rest_.front() == ' ') rest_.remove_prefix(1);
    double value = 0;
    const auto end = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value).ptr;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  PointInPhoto NextPoint() {
    const double x = Number();
    return {x, Number()};
  }

  void Quadratic(PointInPhoto control, PointInPhoto to) {
    const PointInPhoto from = lines_.back().back();
    for (int i = 1; i <= kSteps; ++i) {
      const double t = static_cast<double>(i) / kSteps;
      const double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
      lines_.back().push_back(
          {a * from.x + b * control.x + c * to.x, a * from.y + b * control.y + c * to.y});
    }
  }

  void Quarter(bool leaves_horizontally, PointInPhoto to) {
    const PointInPhoto from = lines_.back().back();
    for (int i = 1; i <= kSteps; ++i) {
      const double angle = std::numbers::pi / 2 * i / kSteps;
      const double early = std::sin(angle);     // along the leaving direction
      const double late = 1 - std::cos(angle);  // across it
      const double sx = leaves_horizontally ? early : late;
      const double sy = leaves_horizontally ? late : early;
      lines_.back().push_back({from.x + (to.x - from.x) * sx, from.y + (to.y - from.y) * sy});
    }
  }

  std::string_view rest_;
  std::vector<Contour> lines_;
};

const std::array<std::vector<Contour>, kGlyphs.size()>& GlyphLines() {
  static const auto lines = [] {
    std::array<std::vector<Contour>, kGlyphs.size()> all;
    for (std::size_t i = 0; i < kGlyphs.size(); ++i) all[i] = PathReader(kGlyphs[i].path).Read();
    return all;
  }();
  return lines;
}

// Height in glyph units to pixels above (negative) the baseline, with the three lines that most
// strokes lie on at whole pixels.
double SnappedHeight(double y, double unit) {
  const double capitals = std::round((kTopOfCapitals - kBaseline) * unit);
  const double small = std::round((kTopOfSmall - kBaseline) * unit);
  if (y >= kBaseline) return (y - kBaseline) * unit;
  if (y >= kTopOfSmall) return small * (kBaseline - y) / (kBaseline - kTopOfSmall);
  return capitals + (small - capitals) * (y - kTopOfCapitals) / (kTopOfSmall - kTopOfCapitals);
}

std::size_t GlyphIndex(unsigned char c) {
  return 32 <= c && c <= 126 ? static_cast<std::size_t>(c - 32) : std::size_t{'?' - 32};
}

}  // namespace

TextStrokes LayOutText(std::string_view text, double size) {
  const double unit = size / kUnitsPerSize;
  // Whole-pixel advances give equal letters equal pixels; from 20 pixels on it no longer shows.
  const bool snap = size < 20;
  TextStrokes strokes;
  double x = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // a continuation of the UTF-8 sequence begun before
    const std::size_t index = GlyphIndex(byte);
    const double origin = snap ? std::floor(x + kSides / 2 * unit) + 0.5 : x + kSides / 2 * unit;
    for (const Contour& line : GlyphLines()[index]) {
      Contour& placed = strokes.lines.emplace_back();
      placed.reserve(line.size());
      for (const PointInPhoto& p : line) {
        placed.push_back({origin + p.x * unit, SnappedHeight(p.y, unit) - 0.5});
      }
    }
    const double advance = (kGlyphs[index].width + kSides) * unit;
    x += snap ? std::max(1.0, std::round(advance)) : advance;
  }
  strokes.width = x;
  return strokes;
}

double PenThickness(double size, bool bold) {
  return bold ? std::max(1.6, 0.135 * size) : std::max(1.15, 0.088 * size);
}

}  // namespace saccade
