#include "saccade/cli/table.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace saccade::cli {

void PrintTable(const Table& table) {
  const std::string text = TableText(table, isatty(STDOUT_FILENO) != 0);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void PrintFitting(const Table& table) {
  bool first = true;
  for (const Table& part : FittingTables(table, kTerminalWidth)) {
    if (!std::exchange(first, false)) std::fputc('\n', stdout);
    PrintTable(part);
  }
}

}  // namespace saccade::cli
