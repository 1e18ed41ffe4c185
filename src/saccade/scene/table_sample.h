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
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // the header left out, when it is one

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
  void CheckOrigin(const ColumnMapping& mapping, const std::filesystem::path& path) const;

  std::vector<double> x_, y_, durations_, reactions_;
  std::string time_column_;
  bool commas_ = false;
  bool screens_ = false;   // rows say theirs
  bool pictures_ = false;  // rows say their size
};

}  // namespace saccade
