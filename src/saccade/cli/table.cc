#include "saccade/cli/table.h"

#include <unistd.h>

#include <cstdio>

#include "saccade/base/terminal.h"

namespace saccade::cli {

namespace {

// Folded by columns at `width`; titles only where the line has an end.
std::string Shown(const Table& table, std::optional<std::size_t> width) {
  const TextOptions options{.bold = MayBeStyled(STDOUT_FILENO), .width = LineWidth(STDOUT_FILENO)};
  if (!width) return TableText(table, options);
  std::string text;
  for (const Table& part : FittingTables(table, *width)) {
    if (!text.empty()) text += '\n';
    text += TableText(part, options);
  }
  return text;
}

void Print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

std::string ShownTable(const Table& table) { return Shown(table, LineWidth(STDOUT_FILENO)); }

void PrintTable(const Table& table) { Print(ShownTable(table)); }

void PrintFitting(const Table& table) {
  Print(Shown(table, LineWidth(STDOUT_FILENO).value_or(kTerminalWidth)));
}

}  // namespace saccade::cli
