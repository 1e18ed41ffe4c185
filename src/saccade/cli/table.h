#pragma once

#include "saccade/study/table.h"

namespace saccade::cli {

// A table as stdout shows it: on a terminal, or where COLUMNS says how wide, folded to its width,
// the header bold.
std::string ShownTable(const Table& table);
void PrintTable(const Table& table);

// The same, folded to the usual width where output has none.
void PrintFitting(const Table& table);

}  // namespace saccade::cli
