#include "saccade/cli/table.h"

#include <unistd.h>

#include <cstdio>

namespace saccade::cli {

void PrintTable(const Table& table) {
  const std::string text = TableText(table, isatty(STDOUT_FILENO) != 0);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace saccade::cli
