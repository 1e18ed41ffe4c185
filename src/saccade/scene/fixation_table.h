#pragma once

#include <filesystem>
#include <span>

#include "saccade/scene/column_mapping.h"
#include "saccade/scene/trial_import.h"

namespace saccade {

// CSV and TSV files, packed or not, one fixation a row: what the columns say is in `mapping`, the
// import's own options, and otherwise found (table_layout.h). Rows of a trial may stand anywhere in
// a file that is not large; of large ones, trials that were not met for a while are passed on, so
// that memory stays bounded. Rows without coordinates are left out and counted. Throws InputError
// naming file, line, column, what was found and what is expected.
void ImportTables(std::span<const std::filesystem::path> files, const ColumnMapping& mapping,
                  TrialImport& import);

// Who and what a file is about by its name alone: "segment_0_sub-19.tsv" is picture "segment_0" by
// "19".
struct NamedInFile {
  std::string picture;
  Identifier subject;
};
NamedInFile NamedIn(const std::filesystem::path& path);

}  // namespace saccade
