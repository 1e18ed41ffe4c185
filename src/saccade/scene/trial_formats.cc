#include "saccade/scene/trial_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
#include "saccade/formats/byte_source.h"
#include "saccade/formats/delimited.h"
#include "saccade/scene/fixation_table.h"
#include "saccade/scene/trial_file.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = std::size_t{1} << 16;

char FirstLetter(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first == head.npos ? '\0' : head[first];
}

std::string_view FirstLine(std::string_view head) { return head.substr(0, head.find('\n')); }

bool HasAll(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::all_of(parts,
                             [&](std::string_view part) { return text.find(part) != text.npos; });
}

bool IsTrialJson(const fs::path&, std::string_view head) { return FirstLetter(head) == '['; }

bool IsVisions(const fs::path&, std::string_view head) {
  return FirstLetter(head) == '{' && HasAll(head, {"\"X\"", "\"Y\"", "\"image_height\""});
}

bool IsEyelinkAsc(const fs::path&, std::string_view head) {
  return FirstLine(head).starts_with("** CONVERTED FROM") ||
         (HasAll(head, {"\nMSG\t"}) && (HasAll(head, {"\nEFIX "}) || HasAll(head, {"\nEVENTS\t"})));
}

bool IsBids(const fs::path& path, std::string_view) {
  return path.filename().string().find("_physioevents.tsv") != std::string::npos;
}

bool IsMultimatch(const fs::path&, std::string_view head) {
  const std::string_view line = FirstLine(head);
  return line.starts_with("start_x\tstart_y\tduration");
}

bool HasColumnsOf(std::string_view head, std::string_view name) {
  const ColumnMapping& mapping = *std::ranges::find(ShippedMappings(), name, &ColumnMapping::name);
  const std::string_view line = FirstLine(head);
  return std::ranges::all_of(mapping.columns, [&](const auto& entry) {
    return line.find(std::string_view(entry.second).substr(0, entry.second.find("=="))) !=
           line.npos;
  });
}

bool IsMcs(const fs::path&, std::string_view head) { return HasColumnsOf(head, "mcs"); }
bool IsEyelinkReport(const fs::path&, std::string_view head) {
  return HasColumnsOf(head, "eyelink-report");
}
bool IsTobii(const fs::path&, std::string_view head) { return HasColumnsOf(head, "tobii"); }

bool IsTable(const fs::path&, std::string_view head) {
  return head.find('\0') == head.npos && GuessDelimiter(head) != 0;
}

template <int kMapping>
void ImportMapped(TrialFormat::Paths files, TrialImport& import) {
  ImportTables(files, ShippedMappings()[kMapping], import);
}

void ImportCsv(TrialFormat::Paths files, TrialImport& import) { ImportTables(files, {}, import); }

void ExportTrialJson(const fs::path& path, std::span<const TrialOnScreen> trials) {
  WriteTrials(path, trials);
}

bool IsData(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.starts_with('.')) return false;
  // Of a BIDS folder the events, which name the rest; of VISIONS the scanpaths.
  if (name.find("_physioevents.tsv") != name.npos) return true;
  if (name.find("_physio.tsv") != name.npos || name.ends_with("_events.tsv")) return false;
  if (name.ends_with("participants.tsv")) return false;
  if (name.ends_with(".json"))
    return name.find("canpath") != name.npos || name.find("fixations") != name.npos;
  return name.ends_with(".csv") || name.ends_with(".tsv") || name.ends_with(".asc") ||
         name.ends_with(".txt") || name.ends_with(".csv.gz") || name.ends_with(".tsv.gz") ||
         name.ends_with(".asc.gz");
}

// Of what a folder holds, what belongs together: a data set of a known layout has other tables and
// notes beside, a folder of tables a README.
void KeepOneKind(std::vector<fs::path>& files) {
  const auto keep = [&](const auto& is) {
    if (std::ranges::none_of(files, is)) return false;
    std::erase_if(files, [&](const fs::path& path) { return !is(path); });
    return true;
  };
  const auto is_bids = [](const fs::path& path) { return IsBids(path, {}); };
  const auto is_scanpaths = [](const fs::path& path) {
    return path.filename().string().ends_with("canpaths.json");
  };
  const auto is_no_note = [](const fs::path& path) { return path.extension() != ".txt"; };
  if (!keep(is_bids) && !keep(is_scanpaths)) keep(is_no_note);
}

}  // namespace

std::span<const TrialFormat> TrialFormats() {
  static constexpr std::array<TrialFormat, 10> kFormats = {{
      {"coco-search18", "COCO-Search18 JSON and its variants; HAT's and Gazeformer's predictions",
       &IsTrialJson, &ImportTrialJson, &ExportTrialJson},
      {"visions", "ViSioNS: subjNN_scanpaths.json, with trials_properties.json beside", &IsVisions,
       &ImportVisions, &ExportVisions},
      {"eyelink-asc", "EyeLink ASC: events of edf2asc", &IsEyelinkAsc, &ImportEyelinkAsc, nullptr},
      {"bids", "BIDS eye tracking: physioevents.tsv.gz with its JSON", &IsBids, &ImportBids,
       &ExportBids},
      {"multimatch",
       "multimatch_gaze TSV: start_x, start_y, duration in seconds; a file a scanpath",
       &IsMultimatch, &ImportMapped<3>, &ExportMultimatch},
      {"mcs", "MCS raw gaze, by its column mapping", &IsMcs, &ImportMapped<0>, nullptr},
      {"eyelink-report", "EyeLink Data Viewer's fixation report", &IsEyelinkReport,
       &ImportMapped<1>, nullptr},
      {"tobii", "Tobii Pro Lab TSV, its fixation rows", &IsTobii, &ImportMapped<2>, nullptr},
      {"csv", "any table, a fixation a row (--columns)", &IsTable, &ImportCsv, &ExportCsv},
      {"tsv", "the same with tabs", nullptr, &ImportCsv, &ExportTsv},
  }};
  return kFormats;
}

const TrialFormat& TrialFormatByName(std::string_view name) {
  std::vector<std::string> names;
  for (const TrialFormat& format : TrialFormats()) {
    if (format.name == name) return format;
    names.emplace_back(format.name);
  }
  throw InputError(
      fmt::format("unknown format \"{}\"; known are {}", name, fmt::join(names, ", ")));
}

std::vector<fs::path> FilesIn(std::span<const fs::path> paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    std::error_code error;
    for (fs::recursive_directory_iterator at(path, error), end; at != end; at.increment(error)) {
      if (error) break;
      if (at->is_regular_file() && IsData(at->path())) inside.push_back(at->path());
    }
    if (error) throw InputError(path, "", "cannot be read ({})", error.message());
    if (inside.empty()) {
      throw InputError(
          path, "",
          "holds no file of fixations by its name (.csv, .tsv, .asc, _physioevents.tsv.gz, "
          "scanpaths.json); name the files themselves");
    }
    KeepOneKind(inside);
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

const TrialFormat& DetectFormat(std::span<const fs::path> files) {
  const TrialFormat* found = nullptr;
  for (const fs::path& path : files) {
    const std::string head = ReadHead(path, kHead);
    const auto format = std::ranges::find_if(TrialFormats(), [&](const TrialFormat& f) {
      return f.detect != nullptr && f.detect(path, head);
    });
    if (format == TrialFormats().end()) {
      throw InputError(path, "", "looks like no format that is known; say which: --format NAME");
    }
    if (found != nullptr && found != &*format) {
      throw InputError(path, "",
                       "looks like {}, and {} like {}; import them apart, or say --format NAME",
                       format->name, files.front().string(), found->name);
    }
    found = &*format;
  }
  return *found;
}

}  // namespace saccade
