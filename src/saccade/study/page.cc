#include "saccade/study/page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "saccade/base/markup.h"
#include "saccade/scene/frame.h"
#include "saccade/study/chart_plot.h"
#include "saccade/study/played_search.h"

namespace saccade {
namespace {

// The line of group names above the headers; empty when there are none.
std::string GroupsHtml(const Table& table) {
  std::string html;
  bool any = false;
  for (std::size_t c = 0; c < table.columns.size();) {
    const std::string& group = table.columns[c].group;
    std::size_t end = c + 1;
    while (end < table.columns.size() && table.columns[end].group == group) ++end;
    any = any || !group.empty();
    html += group.empty() ? fmt::format("<td colspan=\"{}\"></td>", end - c)
                          : fmt::format("<th scope=\"colgroup\" colspan=\"{}\">{}</th>", end - c,
                                        EscapeMarkup(group));
    c = end;
  }
  return any ? "<tr class=\"groups\">" + html + "</tr>" : "";
}

std::string TableHtml(const Table& table) {
  // By keyboard too: where it is wider than the screen the arrows move it.
  std::string html =
      fmt::format("<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{}\"><table>\n",
                  table.title.empty() ? "Table" : EscapeMarkup(table.title.front()));
  if (!table.title.empty()) {
    html += fmt::format("<caption><strong>{}</strong>", EscapeMarkup(table.title.front()));
    for (std::size_t i = 1; i < table.title.size(); ++i) {
      html += fmt::format("<br><span>{}</span>", EscapeMarkup(table.title[i]));
    }
    html += "</caption>\n";
  }
  html += "<thead>" + GroupsHtml(table) + "<tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", IsNumeric(table, c) ? " class=\"n\"" : "",
                        EscapeMarkup(table.columns[c].header));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    html += table.IsBeside(r) ? "<tr class=\"beside\">" : "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const TableCell cell = c < row.size() ? row[c] : TableCell();
      std::string text =
          cell.IsMissing() ? "&ndash;" : EscapeMarkup(cell.Text(table.columns[c].decimals));
      if (cell.IsBold()) text = "<strong>" + text + "</strong>";
      const char* number = IsNumeric(table, c) ? " class=\"n\"" : "";
      html += c == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", number, text)
                     : fmt::format("<td{}>{}</td>", number, text);
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

// Data of the page's script. "<" is escaped as JSON may: nothing inside can end the element.
std::string DataHtml(std::string_view json) {
  std::string html = "<script type=\"application/json\">";
  for (const char letter : json) {
    if (letter == '<') {
      html += "\\u003c";
    } else {
      html += letter;
    }
  }
  return html + "</script>\n";
}

std::string FigureHtml(const Figure& figure) {
  const bool is_live = !figure.data.empty();
  return fmt::format("<figure{}>{}{}<figcaption>{}</figcaption></figure>\n",
                     is_live ? " class=\"chart-figure\"" : "", figure.svg,
                     is_live ? DataHtml(figure.data) : "", EscapeMarkup(figure.caption));
}

std::string FiguresHtml(const Figures& block) {
  std::string html;
  if (!block.heading.empty()) html += fmt::format("<h3>{}</h3>\n", EscapeMarkup(block.heading));
  html += fmt::format("<div class=\"figures columns-{}\">\n", block.columns);
  for (const Figure& figure : block.figures) html += FigureHtml(figure);
  return html + "</div>\n";
}

// The picture is in the page once, however often it is shown.
std::string GalleryHtml(const Gallery& gallery) {
  std::string html = "<div class=\"gallery\">\n" +
                     DataHtml(nlohmann::ordered_json({{"palette", HeatPalette()}}).dump());
  for (std::size_t i = 0; i < gallery.searches.size(); ++i) {
    const Gallery::Search& search = gallery.searches[i];
    Figures still = search.still;
    const std::string heading = std::exchange(still.heading, "");
    html += fmt::format(
        "<div class=\"search\">\n<h3>{}</h3>\n{}"
        "<svg class=\"store\" aria-hidden=\"true\"><image id=\"picture-{}\" href=\"{}\" "
        "width=\"{:.0f}\" height=\"{:.0f}\" preserveAspectRatio=\"none\"/></svg>\n"
        "<div class=\"still\">{}</div>\n</div>\n",
        EscapeMarkup(heading), DataHtml(search.data), i + 1, EscapeMarkup(search.picture),
        kImageSize.width, kImageSize.height, FiguresHtml(still));
  }
  return html + "</div>\n";
}

struct BlockWriter {
  std::string operator()(const Paragraph& block) const {
    return fmt::format("<p>{}</p>\n", EscapeMarkup(block.text));
  }
  std::string operator()(const Facts& block) const {
    std::string html = "<dl class=\"facts\">";
    for (const auto& fact : block.facts) {
      html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", EscapeMarkup(fact.label),
                          EscapeMarkup(fact.value));
    }
    return html + "</dl>\n";
  }
  std::string operator()(const Table& block) const { return TableHtml(block); }
  std::string operator()(const Figures& block) const { return FiguresHtml(block); }
  std::string operator()(const Gallery& block) const { return GalleryHtml(block); }
  std::string operator()(const Commands& block) const {
    return fmt::format("<pre><code>{}</code></pre>\n", EscapeMarkup(block.text));
  }
  std::string operator()(const Folded& block) const {
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n",
                       EscapeMarkup(block.summary), TableHtml(block.table));
  }
};

}  // namespace

Figure LineFigure(const LineChart& chart, std::string caption) {
  nlohmann::ordered_json series = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& drawn = chart.series[i];
    series.push_back({{"name", drawn.name},
                      {"color", ColorOf(drawn, i)},
                      {"dashed", drawn.dashed},
                      {"x", drawn.x},
                      {"y", drawn.y},  // JSON has no NaN: null, a gap
                      {"error", drawn.error}});
  }
  const nlohmann::ordered_json data = {{"title", chart.title},
                                       {"xLabel", chart.x_label},
                                       {"yLabel", chart.y_label},
                                       {"wholeX", chart.whole_x},
                                       {"series", series}};
  return {LineChartSvg(chart), std::move(caption), data.dump()};
}

std::string PageHtml(const Page& page) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      // Whatever is in the page, it asks no network for anything.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n",
      EscapeMarkup(page.title), PageStyle(), PageScriptStyle(), EscapeMarkup(page.title));
  if (!page.subtitle.empty()) html += fmt::format("<p>{}</p>\n", EscapeMarkup(page.subtitle));
  html += "<nav aria-label=\"Contents\"><ul>";
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    html += fmt::format("<li><a href=\"#section-{}\">{}</a></li>", i + 1,
                        EscapeMarkup(page.sections[i].title));
  }
  html += "</ul></nav>\n</header>\n<main>\n";
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    html += fmt::format(
        "<section id=\"section-{0}\" aria-labelledby=\"title-{0}\">\n"
        "<h2 id=\"title-{0}\">{1}</h2>\n",
        i + 1, EscapeMarkup(page.sections[i].title));
    for (const Block& block : page.sections[i].blocks) html += std::visit(BlockWriter{}, block);
    html += "</section>\n";
  }
  html += "</main>\n";
  if (!page.footer.empty()) html += fmt::format("<footer>{}</footer>\n", EscapeMarkup(page.footer));
  return fmt::format("{}<script>\n{}</script>\n</body>\n</html>\n", html, PageScript());
}

}  // namespace saccade
