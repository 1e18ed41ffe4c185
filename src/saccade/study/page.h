#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "saccade/study/table.h"

namespace saccade {

// A page for people: one self-contained HTML file (style and charts inside, no network, no
// scripts), for light and dark screens, for screen readers and for paper. Plain structs in, text
// out:
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
};

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

using Block = std::variant<Paragraph, Facts, Table, Figures, Commands, Folded>;

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

// The page's style sheet: colours of series (s0..s9), scanpaths, tables, print.
std::string_view PageStyle();

}  // namespace saccade
