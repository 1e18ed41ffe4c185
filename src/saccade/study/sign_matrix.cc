#include "saccade/study/sign_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saccade/study/chart_plot.h"

namespace saccade {
namespace {

constexpr double kSide = 14;  // of a cell
constexpr double kText = 9;
constexpr double kGap = 24;
constexpr Color kAbove = kSeriesColors[0], kBelow = kSeriesColors[1];
constexpr Color kEmpty{0xf0, 0xf2, 0xf4};

void DrawSquare(Graphic& graphic, double x, double y, double side, bool above) {
  if (above) return graphic.Rectangle(x - side / 2, y - side / 2, side, side, kAbove);
  const double inner = std::max(.5, side - 1.4);  // the frame's line lies inside
  graphic.Frame(x - inner / 2, y - inner / 2, inner, inner, 1.4, kBelow);
}

double LongestName(const std::vector<std::string>& names) {
  double width = 0;
  for (const std::string& name : names) width = std::max(width, HelveticaWidth(name, kText));
  return width;
}

}  // namespace

Graphic SignMatrixGraphic(const SignMatrix& matrix) {
  double largest = 0;
  for (const auto& row : matrix.values) {
    for (const double value : row) {
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    }
  }
  const auto side_of = [&](double value) {
    return largest > 0 ? (kSide - 2) * std::sqrt(std::abs(value) / largest) : 0;
  };
  const double names = LongestName(matrix.rows) + 8, above = LongestName(matrix.columns) + 10;
  const double wide = kSide * static_cast<double>(matrix.columns.size());
  const std::size_t blocks = std::max<std::size_t>(1, matrix.blocks);
  const std::size_t per_block = (matrix.rows.size() + blocks - 1) / blocks;
  Graphic graphic{matrix.title, static_cast<double>(blocks) * (names + wide + kGap),
                  above + kSide * static_cast<double>(per_block) + 44};
  for (std::size_t b = 0; b < blocks; ++b) {
    const double left = static_cast<double>(b) * (names + wide + kGap) + names;
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      graphic.shapes.push_back(
          GraphicText{matrix.columns[c],
                      {left + kSide * (static_cast<double>(c) + .5) + 3, above - 4},
                      TextAlign::kLeft,
                      kInk,
                      kText,
                      90});
    }
    for (std::size_t r = b * per_block; r < std::min((b + 1) * per_block, matrix.rows.size());
         ++r) {
      const double top = above + kSide * static_cast<double>(r - b * per_block);
      graphic.Text(matrix.rows[r], left - 5, top + kSide / 2 + 3, TextAlign::kRight, kInk, kText);
      for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
        const double x = left + kSide * static_cast<double>(c), value = matrix.values[r][c];
        if (!std::isfinite(value)) continue;
        graphic.Rectangle(x + .5, top + .5, kSide - 1, kSide - 1, kEmpty);
        if (value != 0)
          DrawSquare(graphic, x + kSide / 2, top + kSide / 2, side_of(value), value > 0);
        if (!matrix.marked.empty() && matrix.marked[r][c]) {
          graphic.shapes.push_back(GraphicCircle{{x + kSide - 2.5, top + 2.5}, 2, kInk});
        }
      }
    }
  }
  // The largest value's square with its size, of both signs.
  double x = 10;
  const double y = graphic.height - 18;
  const auto entry = [&](const std::string& text, auto&& draw) {
    draw(x);
    graphic.Text(text, x + 12, y + 3.5, TextAlign::kLeft, kInk, 10);
    x += 30 + HelveticaWidth(text, 10);
  };
  entry(fmt::format("{} (this size: +{:.2g} {})", matrix.above, largest, matrix.unit),
        [&](double at) { DrawSquare(graphic, at, y, kSide - 2, true); });
  entry(fmt::format("{} (-{:.2g})", matrix.below, largest),
        [&](double at) { DrawSquare(graphic, at, y, kSide - 2, false); });
  if (!matrix.mark.empty()) {
    entry(matrix.mark, [&](double at) {
      graphic.shapes.push_back(GraphicCircle{{at + 4, y}, 2, kInk});
    });
  }
  entry("no effect", [&](double at) { graphic.Rectangle(at - 6, y - 6, 12, 12, kEmpty); });
  entry("white: not there", [](double) {});
  return graphic;
}

}  // namespace saccade
