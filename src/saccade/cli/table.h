#pragma once

#include "saccade/study/table.h"

namespace saccade::cli {

// Writes a table to stdout; the header is bold when stdout is a terminal.
void PrintTable(const Table& table);

// The same in parts that fit a terminal, a blank line between them.
void PrintFitting(const Table& table);

}  // namespace saccade::cli
