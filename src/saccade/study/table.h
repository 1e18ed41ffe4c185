#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace saccade {

// What stands in one place of a table: nothing (printed "-"), a text (left) or a number (right,
// with the decimals of its column).
class TableCell {
 public:
  TableCell() = default;
  TableCell(std::string text) : value_(std::move(text)) {}
  TableCell(std::string_view text) : value_(std::string(text)) {}
  TableCell(const char* text) : value_(std::string(text)) {}
  TableCell(double number) : value_(number) {}
  TableCell(std::integral auto number) : value_(static_cast<double>(number)) {}
  TableCell(std::nullopt_t) {}
  template <typename T>
  TableCell(const std::optional<T>& value) {
    if (value) *this = TableCell(*value);
  }

  bool IsMissing() const { return value_.index() == 0; }
  bool IsNumber() const { return value_.index() == 2; }
  // As shown, without padding.
  std::string Text(int decimals) const;

  // The same cell, printed bold where the form of the table has it: not in plain text.
  TableCell Bold() const;
  bool IsBold() const { return bold_; }

 private:
  std::variant<std::monostate, std::string, double> value_;
  bool bold_ = false;
};

struct TableColumn {
  std::string header{};
  int decimals = 0;  // of the numbers in it
  // Neighbours of the same group stand under its name in HTML and LaTeX.
  std::string group = "";
};

// A table as a value, drawn as text, Markdown or (study/page.h) HTML. Example:
//   Table table;
//   table.title = {"Scores of valid.json", "protocol paper, 3,258 trials, seed 0"};
//   table.columns = {{"model"}, {"trials"}, {"TFP-AUC", 3}};
//   table.rows.push_back({"human", 3258, 5.2});
//   table.rows.push_back({"random", 3258, std::nullopt});
struct Table {
  std::vector<std::string> title{};  // lines above; for scores: protocol, split, trials, seed
  std::vector<TableColumn> columns{};
  std::vector<std::vector<TableCell>>
      rows{};  // each as long as columns; shorter ones miss the rest
  // Rows that only accompany the one above them, such as published values: indented and softer.
  std::vector<std::size_t> beside{};

  bool IsBeside(std::size_t row) const;
};

// True for a column whose cells are numbers, or missing: it is aligned right, header included.
bool IsNumeric(const Table& table, std::size_t column);

struct TextOptions {
  bool bold = false;  // the header, by the terminal's codes
  // Characters that fit on a line; nothing: any number. Titles and the texts of the last column go
  // on in the next one; what else is too wide is FittingTables' part.
  std::optional<std::size_t> width = std::nullopt;
};

// Title lines, header, a rule and the rows, in aligned columns.
std::string TableText(const Table& table, const TextOptions& options = {});

// The table in as many as are needed to keep lines within `width` characters: each begins with the
// first column, neighbours of one group stay together where they can, and only the first has the
// title. A column that does not fit stands alone.
std::vector<Table> FittingTables(const Table& table, std::size_t width);
inline constexpr std::size_t kTerminalWidth = 80;

// The same as a GitHub table, under the title lines.
std::string TableMarkdown(const Table& table);

// The same as a LaTeX table with the rules of the package booktabs; the title lines are its
// caption.
std::string TableLatex(const Table& table, const std::string& label);

// 12345 -> "12,345".
std::string Grouped(std::size_t number);

// Number of character places a UTF-8 text takes, one for each code point.
std::size_t CharacterCount(std::string_view utf8);

}  // namespace saccade
