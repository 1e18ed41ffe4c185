#include "saccade/study/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "saccade/base/markup.h"

namespace saccade {
namespace {

constexpr int kCellWidth = 54;
constexpr int kCellHeight = 34;
constexpr int kMargin = 16;
constexpr int kTitleHeight = 40;
constexpr int kColumnLabelHeight = 96;  // for labels turned by 45 degrees
constexpr int kLegendHeight = 58;
constexpr int kLegendWidth = 220;
constexpr double kLetterWidth = 7.2;  // of the 13 px font, on the wide side

using Color = std::array<double, 3>;

// Diverging, readable without telling red from green.
constexpr Color kBlue = {5, 113, 176};
constexpr Color kWhite = {247, 247, 247};
constexpr Color kRed = {202, 0, 32};

Color ColorOf(double value) {
  const double clamped = std::clamp(value, 0.0, 1.0);
  const Color& end = clamped < .5 ? kBlue : kRed;
  const double share = std::abs(clamped - .5) * 2;
  Color color;
  for (std::size_t i = 0; i < 3; ++i) color[i] = kWhite[i] + share * (end[i] - kWhite[i]);
  return color;
}

std::string Hex(const Color& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", std::lround(color[0]), std::lround(color[1]),
                     std::lround(color[2]));
}

// Black or white, whichever stands out from the cell (ITU-R BT.601 luma).
std::string_view InkOn(const Color& color) {
  return .299 * color[0] + .587 * color[1] + .114 * color[2] > 140 ? "#222" : "#fff";
}

void Check(const HeatMap& map) {
  const auto matches = [&map](const auto& table) {
    return table.size() == map.rows.size() && std::ranges::all_of(table, [&map](const auto& row) {
             return row.size() == map.columns.size();
           });
  };
  if (!matches(map.values) || (!map.texts.empty() && !matches(map.texts))) {
    throw std::invalid_argument("a heat map needs a value, and a text if any, for every cell");
  }
}

class Drawing {
 public:
  explicit Drawing(const HeatMap& map) : map_(map) {
    std::size_t longest = 0;
    for (const std::string& row : map.rows) longest = std::max(longest, row.size());
    left_ = kMargin + static_cast<int>(static_cast<double>(longest) * kLetterWidth) + 8;
    top_ = kTitleHeight + kColumnLabelHeight;
    bottom_ = top_ + static_cast<int>(map.rows.size()) * kCellHeight;
    // The last turned label leans out to the right of its column.
    right_ = left_ + static_cast<int>(map.columns.size()) * kCellWidth + kColumnLabelHeight / 2;
    right_ = std::max(right_, left_ + kLegendWidth + 2 * kColumnLabelHeight);
  }

  std::string Svg() {
    fmt::format_to(out(),
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                   "viewBox=\"0 0 {0} {1}\" font-family=\"Helvetica, Arial, sans-serif\" "
                   "font-size=\"13\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
                   right_ + kMargin, bottom_ + kLegendHeight);
    Text(kMargin, 26, "start", "#222", map_.title, " font-size=\"16\" font-weight=\"bold\"");
    for (std::size_t column = 0; column < map_.columns.size(); ++column) DrawColumnLabel(column);
    for (std::size_t row = 0; row < map_.rows.size(); ++row) {
      Text(left_ - 8, CellTop(row) + 22, "end", "#222", map_.rows[row]);
      for (std::size_t column = 0; column < map_.columns.size(); ++column) DrawCell(row, column);
    }
    DrawLegend();
    svg_ += "</svg>\n";
    return svg_;
  }

 private:
  std::back_insert_iterator<std::string> out() { return std::back_inserter(svg_); }
  int CellLeft(std::size_t column) const { return left_ + static_cast<int>(column) * kCellWidth; }
  int CellTop(std::size_t row) const { return top_ + static_cast<int>(row) * kCellHeight; }

  void Text(int x, int y, std::string_view anchor, std::string_view ink, std::string_view text,
            std::string_view attributes = "") {
    fmt::format_to(out(), "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", x,
                   y, anchor, ink, attributes, EscapeMarkup(text));
  }

  void DrawColumnLabel(std::size_t column) {
    const int x = CellLeft(column) + kCellWidth / 2;
    const int y = top_ - 8;
    Text(x, y, "start", "#222", map_.columns[column],
         fmt::format(" transform=\"rotate(-45 {} {})\"", x, y));
  }

  void DrawCell(std::size_t row, std::size_t column) {
    const auto& value = map_.values[row][column];
    const Color color = value ? ColorOf(*value) : Color{224, 224, 224};
    fmt::format_to(out(),
                   "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
                   "stroke=\"#fff\"/>\n",
                   CellLeft(column), CellTop(row), kCellWidth, kCellHeight, Hex(color));
    if (map_.texts.empty()) return;
    Text(CellLeft(column) + kCellWidth / 2, CellTop(row) + 22, "middle", InkOn(color),
         map_.texts[row][column]);
  }

  void DrawLegend() {
    constexpr int kSteps = 44;
    const int y = bottom_ + 20;
    const int gap = static_cast<int>(static_cast<double>(map_.low_label.size()) * kLetterWidth);
    Text(left_, y + 13, "start", "#222", map_.low_label);
    const int bar = left_ + gap + 8;
    for (int step = 0; step < kSteps; ++step) {
      fmt::format_to(out(), "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"16\" fill=\"{}\"/>\n",
                     bar + step * kLegendWidth / kSteps, y, kLegendWidth / kSteps,
                     Hex(ColorOf(static_cast<double>(step) / (kSteps - 1))));
    }
    Text(bar + kLegendWidth + 8, y + 13, "start", "#222", map_.high_label);
  }

  const HeatMap& map_;
  std::string svg_;
  int left_ = 0, top_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

std::string HeatMapSvg(const HeatMap& map) {
  Check(map);
  return Drawing(map).Svg();
}

}  // namespace saccade
