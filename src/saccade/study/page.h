#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "saccade/study/chart.h"
#include "saccade/study/table.h"

namespace saccade {

// A page for people: one self-contained HTML file (style, script and charts inside, no network),
// for light and dark screens, for screen readers, the keyboard and for paper. Without scripts it
// still shows everything, but still. Plain structs in, text out:
//   Page page{.title = "A search study"};
//   page.sections.push_back({.title = "Scores", .blocks = {scores_table, Figures{...}}});
//   WriteFileAtomically("report.html", PageHtml(page));
// All texts are plain; the page escapes them.

struct Paragraph {
  std::string text{};
};

// Figures of the page's first glance: {"1,200", "trials"}.
struct Facts {
  struct Fact {
    std::string value{};
    std::string label{};
  };
  std::vector<Fact> facts{};
};

// Something drawn. `svg` is trusted: it comes from chart.h, map_figure.h or
// image/scanpath_drawing.h.
struct Figure {
  std::string svg{};
  std::string caption{};
  std::string data{};  // JSON: the chart to draw where a script runs (LineFigure)
};

// A chart that answers the pointer on a screen and is printed as LineChartSvg draws it.
Figure LineFigure(const LineChart& chart, std::string caption);

// Figures side by side, as many as fit; `columns` at most.
struct Figures {
  std::vector<Figure> figures{};
  int columns = 2;
  std::string heading = "";  // above them, optional
};

// What to type, as a block of text.
struct Commands {
  std::string text{};
};

// A table that is long and rarely wanted: closed until the reader opens it.
struct Folded {
  std::string summary{};
  Table table{};
};

// Searches that play. Each has what is shown without a script, and printed: figures over the
// picture that the search's place names, "#picture-1" the first.
struct Gallery {
  struct Search {
    Figures still{};
    std::string picture{};  // its address: a data URI
    std::string data{};     // JSON (played_search.h)
  };
  std::vector<Search> searches{};
};

using Block = std::variant<Paragraph, Facts, Table, Figures, Commands, Folded, Gallery>;

struct Section {
  std::string title{};
  std::vector<Block> blocks{};
};

struct Page {
  std::string title{};
  std::string subtitle{};
  std::vector<Section> sections{};
  std::string footer{};
};

std::string PageHtml(const Page& page);

// The script of all pages and its style: built from web/.
std::string_view PageScript();
std::string_view PageScriptStyle();

// The page's style sheet: colours of series (s0..s9), scanpaths, tables, print.
std::string_view PageStyle();

}  // namespace saccade
