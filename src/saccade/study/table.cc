#include "saccade/study/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace saccade {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kNarrowest = 20;

const TableCell& At(const Table& table, std::size_t row, std::size_t column) {
  static const TableCell missing;
  const auto& cells = table.rows[row];
  return column < cells.size() ? cells[column] : missing;
}

// The cell's text as plain text and Markdown have it: what stands beside the row above is set in.
std::string ShownText(const Table& table, std::size_t row, std::size_t column,
                      std::string_view indent) {
  const std::string text = At(table, row, column).Text(table.columns[column].decimals);
  return column == 0 && table.IsBeside(row) ? std::string(indent) + text : text;
}

std::string Padded(std::string_view text, std::size_t width, bool right) {
  const std::size_t taken = CharacterCount(text);
  const std::string blanks(width > taken ? width - taken : 0, ' ');
  return right ? blanks + std::string(text) : std::string(text) + blanks;
}

// Without the blanks that padding leaves at a line's end.
void AppendLine(std::string& out, std::string line, std::string_view prefix = "",
                std::string_view suffix = "") {
  line.erase(line.find_last_not_of(' ') + 1);
  out.append(prefix).append(line).append(suffix).append("\n");
}

std::vector<std::size_t> ColumnWidths(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t& width = widths.emplace_back(CharacterCount(table.columns[c].header));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      width = std::max(width, CharacterCount(ShownText(table, r, c, kGap)));
    }
  }
  return widths;
}

// At blanks, lines after the first set in; a word that is longer stays whole.
std::vector<std::string> Wrapped(const std::string& text, std::optional<std::size_t> width) {
  if (!width || CharacterCount(text) <= *width) return {text};
  std::vector<std::string> lines = {""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool begins = lines.back().empty() || lines.back() == kGap;
    if (!begins && CharacterCount(lines.back()) + 1 + CharacterCount(word) > *width) {
      lines.emplace_back(kGap);
    } else if (!begins) {
      lines.back() += ' ';
    }
    lines.back() += word;
  }
  return lines;
}

std::string EscapedForMarkdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string TableCell::Text(int decimals) const {
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  if (const auto* number = std::get_if<double>(&value_)) {
    std::string text = fmt::format("{:.{}f}", *number, decimals);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text.front() == '-' ? text.substr(1) : text;
  }
  return "-";
}

TableCell TableCell::Bold() const {
  TableCell cell = *this;
  cell.bold_ = true;
  return cell;
}

bool Table::IsBeside(std::size_t row) const {
  return std::ranges::find(beside, row) != beside.end();
}

std::size_t CharacterCount(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(
      utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string Grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return text;
}

bool IsNumeric(const Table& table, std::size_t column) {
  bool any = false;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const TableCell& cell = At(table, row, column);
    if (cell.IsNumber())
      any = true;
    else if (!cell.IsMissing())
      return false;
  }
  return any;
}

std::vector<Table> FittingTables(const Table& table, std::size_t width) {
  const std::vector<std::size_t> widths = ColumnWidths(table);
  std::vector<std::vector<std::size_t>> parts;
  std::size_t used = width;  // nothing fits before there is a part
  for (std::size_t c = 1, next; c < widths.size(); c = next) {
    // Neighbours of one group, as many as fit into a line of their own.
    std::size_t wide = 0;
    for (next = c; next < widths.size(); ++next) {
      const std::size_t more = widths[next] + kGap.size();
      const bool same = !table.columns[c].group.empty() &&
                        table.columns[next].group == table.columns[c].group &&
                        widths[0] + wide + more <= width;
      if (next > c && !same) break;
      wide += more;
    }
    if (parts.empty() || used + wide > width) {
      parts.emplace_back();
      used = widths[0];
    }
    for (std::size_t i = c; i < next; ++i) parts.back().push_back(i);
    used += wide;
  }
  if (parts.size() < 2) return {table};
  std::vector<Table> tables;
  for (const std::vector<std::size_t>& part : parts) {
    Table& one = tables.emplace_back();
    if (tables.size() == 1) one.title = table.title;
    one.beside = table.beside;
    one.columns.push_back(table.columns[0]);
    for (const std::size_t c : part) one.columns.push_back(table.columns[c]);
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      auto& cells = one.rows.emplace_back(std::vector{At(table, r, 0)});
      for (const std::size_t c : part) cells.push_back(At(table, r, c));
    }
  }
  return tables;
}

std::string TableText(const Table& table, const TextOptions& options) {
  const std::size_t columns = table.columns.size();
  std::vector<std::size_t> width = ColumnWidths(table);
  std::vector<bool> right(columns);
  for (std::size_t c = 0; c < columns; ++c) right[c] = IsNumeric(table, c);
  // The last column is as narrow as the line wants it; its texts go on below.
  std::size_t before = 0;
  for (std::size_t c = 0; c + 1 < columns; ++c) before += width[c] + kGap.size();
  const bool narrow =
      options.width && columns > 0 && !right.back() && before + width.back() > *options.width;
  if (narrow) {
    width.back() = std::max(kNarrowest, *options.width - std::min(*options.width, before));
  }

  std::string out;
  for (const std::string& line : table.title) {
    for (const std::string& part : Wrapped(line, options.width)) AppendLine(out, part);
  }
  const auto append = [&](const auto& text_of, bool bold = false) {
    std::string line;
    std::vector<std::string> last = {""};
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) line += kGap;
      std::string text = text_of(c);
      if (narrow && c + 1 == columns) {
        last = Wrapped(text, width[c]);
        text = last.front();
      }
      line += Padded(text, width[c], right[c]);
    }
    AppendLine(out, line, bold ? "\033[1m" : "", bold ? "\033[0m" : "");
    for (std::size_t i = 1; i < last.size(); ++i) {
      AppendLine(out, std::string(before, ' ') + last[i]);
    }
  };
  append([&](std::size_t c) { return table.columns[c].header; }, options.bold);
  append([&](std::size_t c) { return std::string(width[c], '-'); });
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    append([&](std::size_t c) { return ShownText(table, r, c, kGap); });
  }
  return out;
}

std::string TableMarkdown(const Table& table) {
  std::string out;
  for (const std::string& line : table.title) out += line + "\n\n";
  std::string rule = "|";
  out += "|";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    out += fmt::format(" {} |", EscapedForMarkdown(table.columns[c].header));
    rule += IsNumeric(table, c) ? "---:|" : "---|";
  }
  out += "\n" + rule + "\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out += "|";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      std::string text = EscapedForMarkdown(ShownText(table, r, c, "&emsp;"));
      if (At(table, r, c).IsBold()) text = "**" + text + "**";
      out += fmt::format(" {} |", text);
    }
    out += "\n";
  }
  return out;
}

}  // namespace saccade
