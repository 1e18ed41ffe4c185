#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/trial_import.h"

namespace saccade {

// A program's or a laboratory's way to write scanpaths. One more is a line in the table of
// trial_formats.cc, and a file with what the line names.
struct TrialFormat {
  using Paths = std::span<const std::filesystem::path>;

  std::string_view name;  // on the command line
  std::string_view description;
  // Whether a file looks like it, by its name and its first bytes, unpacked.
  bool (*detect)(const std::filesystem::path& path, std::string_view head);
  // All files of one import, so that what they do not say is decided once.
  void (*read)(Paths files, TrialImport& import);
  // To a file (or a folder, where a data set of that kind is one); null: it is only read.
  void (*write)(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);
};

// In the order in which they are tried.
std::span<const TrialFormat> TrialFormats();
// Throws InputError, with the known names, for another one.
const TrialFormat& TrialFormatByName(std::string_view name);

// The files to be read: of a folder those that belong to a data set, sorted, in folders of it too.
// Throws InputError when there are none.
std::vector<std::filesystem::path> FilesIn(std::span<const std::filesystem::path> paths);

// The format of all files. Throws InputError when one looks like none, or they differ.
const TrialFormat& DetectFormat(std::span<const std::filesystem::path> files);

// One reader each; column mappings and tables are fixation_table.h.
void ImportTrialJson(TrialFormat::Paths files, TrialImport& import);
void ImportVisions(TrialFormat::Paths files, TrialImport& import);
void ImportEyelinkAsc(TrialFormat::Paths files, TrialImport& import);
void ImportBids(TrialFormat::Paths files, TrialImport& import);

void ExportCsv(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);
void ExportTsv(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);
void ExportMultimatch(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);
void ExportBids(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);
void ExportVisions(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);

}  // namespace saccade
