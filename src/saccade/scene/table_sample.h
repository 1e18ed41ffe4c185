#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/table_layout.h"

namespace saccade {

// The head of a table: enough rows to see what its columns hold.
struct TableSample {
  std::filesystem::path path;
  char delimiter = ',';
  std::size_t preamble = 0;  // records above the header: titles, comments
  // R leaves the rows' names without one: the first column is called "" then.
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // the header too

  // The different values of a column, of the first ones.
  std::set<std::string> Values(std::size_t column) const;
};

// Throws InputError for a file that is no table.
TableSample SampleTable(const std::filesystem::path& path);

// What the numbers of all files look like, and what that says about units and the screen.
class TableNumbers {
 public:
  void Add(const TableSample& sample, const TableColumns& columns);
  // Fills everything of the layout but its columns.
  void Decide(const ColumnMapping& mapping, const std::filesystem::path& path, TableLayout& layout,
              TrialImport& import) const;

 private:
  void DecideTime(const ColumnMapping& mapping, TableLayout& layout, TrialImport& import) const;
  void DecidePlace(const ColumnMapping& mapping, const std::filesystem::path& path,
                   TableLayout& layout, TrialImport& import) const;
  FrameSize DecideScreen(const ColumnMapping& mapping, const std::filesystem::path& path,
                         const TableLayout& layout, TrialImport& import) const;
  void CheckSteps(const std::filesystem::path& path) const;
  void CheckOrigin(const ColumnMapping& mapping, const std::filesystem::path& path) const;

  std::vector<double> x_, y_, durations_, reactions_;
  std::vector<double> steps_;  // between the starts of rows, where nothing says how long they last
  std::string time_column_;
  bool commas_ = false;
  bool in_media_ = false, upwards_ = false;  // by the names of columns (TableColumns)
  bool screens_ = false;                     // rows say theirs
  bool pictures_ = false;                    // rows say their size
};

}  // namespace saccade
