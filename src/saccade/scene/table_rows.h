#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/formats/delimited.h"
#include "saccade/scene/table_layout.h"
#include "saccade/scene/trial_import.h"

namespace saccade {

// The rows of one table, by what their columns say. A row that is bad is an InputError with line
// and column or, in lenient reading, left out and counted.
class TableRows {
 public:
  TableRows(const std::filesystem::path& path, const TableColumns& columns,
            const TableLayout& layout, TrialImport& import);

  // The next row that is a fixation with coordinates; false at the end.
  bool Next();

  // Of that row. A field that the table does not have is empty.
  std::string_view Field(Role role) const {
    const auto& at = columns_[role];
    return at && *at < fields_.size() ? fields_[*at] : std::string_view();
  }
  bool Has(Role role) const { return columns_[role].has_value(); }
  std::size_t line() const { return rows_.line(); }
  const std::filesystem::path& path() const { return rows_.path(); }
  // Its place in the trial: the fixation's number, or when it began. Nothing: that of the row.
  const std::optional<double>& order() const { return order_; }
  const std::optional<double>& duration_ms() const { return duration_ms_; }
  // Where it is, on the screen of the trial that it belongs to.
  PointOnScreen PointOn(const Viewing& viewing) const { return Place(viewing, x_, y_); }

  // What the row says of its trial: everything but fixations, picture and person by the file's name
  // where no column says them.
  TrialOnScreen Trial(const std::string& picture, const Identifier& subject);

 private:
  [[noreturn]] void Refuse(Role role, std::string_view expected) const;
  // In lenient reading a note, after which the trial is read without it.
  void RefuseOrNote(Role role, std::string_view expected);
  std::optional<double> Number(Role role);
  bool CheckCount();
  bool IsFixation();
  bool Read();
  std::optional<double> Duration(const std::optional<double>& start);
  // What (0, 0) and, of shares, (1, 1) are the corners of.
  BoxOnScreen Basis(const Viewing& viewing) const;
  PointOnScreen Place(const Viewing& viewing, double x, double y) const;
  void ReadCondition(TrialOnScreen& trial);
  void ReadAnswer(TrialOnScreen& trial);
  Viewing ReadViewing();
  std::optional<BoxOnScreen> ReadBox(const Viewing& viewing);

  const TableColumns& columns_;
  const TableLayout& layout_;
  TrialImport& import_;
  DelimitedReader rows_;
  std::vector<std::string_view> fields_;
  std::string eye_;  // the one that is read
  double x_ = 0, y_ = 0;
  std::optional<double> order_, duration_ms_;
  bool bad_ = false;
};

}  // namespace saccade
