#include <fmt/format.h>

#include <cctype>

#include "saccade/study/table.h"

namespace saccade {
namespace {

// Characters that LaTeX reads as commands, and those of ours that its fonts do not have.
std::string EscapedForLatex(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kReplaced[] = {
      {"\\", "\\textbackslash{}"},
      {"&", "\\&"},
      {"%", "\\%"},
      {"$", "\\$"},
      {"#", "\\#"},
      {"_", "\\_"},
      {"{", "\\{"},
      {"}", "\\}"},
      {"~", "\\textasciitilde{}"},
      {"^", "\\textasciicircum{}"},
      {"↑", "$\\uparrow$"},
      {"↓", "$\\downarrow$"},
      {"–", "--"},
      {"±", "$\\pm$"}};
  std::string out;
  while (!text.empty()) {
    std::size_t taken = 0;
    for (const auto& [from, to] : kReplaced) {
      if (!text.starts_with(from)) continue;
      out += to;
      taken = from.size();
      break;
    }
    if (taken == 0) {
      out += text.front();
      taken = 1;
    }
    text.remove_prefix(taken);
  }
  return out;
}

// The line of group names and the rules under them; empty when there are none.
std::string GroupLines(const Table& table) {
  std::string names, rules;
  for (std::size_t c = 0; c < table.columns.size();) {
    const std::string& group = table.columns[c].group;
    std::size_t end = c + 1;
    while (end < table.columns.size() && table.columns[end].group == group) ++end;
    if (c > 0) names += " & ";
    names += group.empty()
                 ? fmt::format("\\multicolumn{{{}}}{{c}}{{}}", end - c)
                 : fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", end - c, EscapedForLatex(group));
    if (!group.empty()) rules += fmt::format("\\cmidrule(lr){{{}-{}}}", c + 1, end);
    c = end;
  }
  return rules.empty() ? "" : names + " \\\\\n" + rules + "\n";
}

}  // namespace

std::string TableLatex(const Table& table, const std::string& label) {
  std::string columns, header;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    columns += IsNumeric(table, c) ? 'r' : 'l';
    if (c > 0) header += " & ";
    header += EscapedForLatex(table.columns[c].header);
  }
  std::string out = fmt::format(
      "\\begin{{table*}}[t]\n\\centering\n\\small\n\\setlength{{\\tabcolsep}}{{4pt}}\n"
      "\\begin{{tabular}}{{@{{}}{}@{{}}}}\n\\toprule\n{}{} \\\\\n\\midrule\n",
      columns, GroupLines(table), header);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const bool beside = table.IsBeside(r);
    if (r > 0 && !beside && table.IsBeside(r - 1)) out += "\\addlinespace\n";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const TableCell cell = c < table.rows[r].size() ? table.rows[r][c] : TableCell();
      std::string text =
          cell.IsMissing() ? "--" : EscapedForLatex(cell.Text(table.columns[c].decimals));
      if (cell.IsBold()) text = "\\textbf{" + text + "}";
      if (c == 0 && beside) text = "\\quad " + text;
      out += (c > 0 ? " & " : "") + text;
    }
    out += " \\\\\n";
  }
  std::string caption;
  for (std::size_t i = 0; i < table.title.size(); ++i) {
    std::string line = EscapedForLatex(table.title[i]);
    if (!line.empty())
      line[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[0])));
    caption += i == 0 ? "\\textbf{" + line + ".}" : " " + line + ".";
  }
  return out + fmt::format(
                   "\\bottomrule\n\\end{{tabular}}\n\\caption{{{}}}\n\\label{{{}}}\n"
                   "\\end{{table*}}\n",
                   caption, label);
}

}  // namespace saccade
