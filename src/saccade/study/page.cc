#include "saccade/study/page.h"

#include <fmt/format.h>

#include "saccade/base/markup.h"

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
  std::string html = "<div class=\"scroll\"><table>\n";
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
  std::string operator()(const Figures& block) const {
    std::string html;
    if (!block.heading.empty()) html += fmt::format("<h3>{}</h3>\n", EscapeMarkup(block.heading));
    html += fmt::format("<div class=\"figures columns-{}\">\n", block.columns);
    for (const Figure& figure : block.figures) {
      html += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", figure.svg,
                          EscapeMarkup(figure.caption));
    }
    return html + "</div>\n";
  }
  std::string operator()(const Commands& block) const {
    return fmt::format("<pre><code>{}</code></pre>\n", EscapeMarkup(block.text));
  }
  std::string operator()(const Folded& block) const {
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n",
                       EscapeMarkup(block.summary), TableHtml(block.table));
  }
};

}  // namespace

std::string PageHtml(const Page& page) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n",
      EscapeMarkup(page.title), PageStyle(), EscapeMarkup(page.title));
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
  return html + "</body>\n</html>\n";
}

}  // namespace saccade
