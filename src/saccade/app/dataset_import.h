#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "saccade/scene/trial_import.h"

namespace saccade::app {

// Files of any known format (scene/trial_formats.h) become one of ours.
struct ImportDatasetOptions {
  std::vector<std::filesystem::path> files;  // and folders of them
  std::string format = "auto";
  ImportOptions reading{};
  std::filesystem::path out{};           // empty: only say what is understood
  std::filesystem::path save_mapping{};  // write the column mapping that was given
};

struct ImportReport {
  std::string format;
  std::size_t files = 0;
  std::vector<TrialImport::Line> understood;
  std::map<std::string, std::size_t> left_out;
  std::map<std::string, std::size_t> notes;
  TrialImport::Totals totals;
  std::vector<TrialOnScreen> first;  // a few
};

// Reads only (`out` and `save_mapping` are not looked at): hands over trial after trial, as its
// screen had it. Throws InputError for files that are damaged or say too little, and when no trial
// is left.
ImportReport ReadDataset(const ImportDatasetOptions& options, const TrialImport::Take& take);

// Calls `say` when everything has been read, before the file appears under its name. Throws as
// ReadDataset.
void ImportDataset(const ImportDatasetOptions& options,
                   const std::function<void(const ImportReport&)>& say);

// A scanpath drawn in text: fixations as 1..9, a..z in their order on the screen's frame, the
// picture's corners as "+", the target as "#".
std::vector<std::string> Sketch(const TrialOnScreen& trial, int columns = 56);

}  // namespace saccade::app
