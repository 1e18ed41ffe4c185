#include "saccade/app/dataset_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/scene/trial_formats.h"
#include "saccade/scene/trial_writer.h"

namespace saccade::app {
namespace {

// What cannot be right, or would be scored as if it were.
void CheckTotals(const ImportReport& report, const std::filesystem::path& path) {
  const TrialImport::Totals& totals = report.totals;
  if (totals.trials == 0) {
    std::string reasons;
    for (const auto& [reason, count] : report.left_out) {
      reasons += fmt::format("{}{}: {}", reasons.empty() ? "; left out: " : ", ", reason, count);
    }
    throw InputError(path, "", "holds no trials{}", reasons);
  }
  const double mean =
      totals.durations > 0 ? totals.duration_ms / static_cast<double>(totals.durations) : 0;
  if (totals.durations > 0 && mean < 5) {
    throw InputError(path, "",
                     "fixations last {:.3g} ms in the mean, and none lasts under 50; say the unit "
                     "of durations: --time s",
                     mean);
  }
  if (2 * totals.boxes_off > totals.boxes) {
    throw InputError(path, "",
                     "{} of {} targets' boxes lie outside the screen; check --screen, --origin and "
                     "--coordinates",
                     totals.boxes_off, totals.boxes);
  }
  if (2 * totals.off_screen > totals.fixations) {
    throw InputError(path, "",
                     "{} of {} fixations lie outside the screen; check --screen, --origin and "
                     "--coordinates",
                     totals.off_screen, totals.fixations);
  }
}

}  // namespace

ImportReport ReadDataset(const ImportDatasetOptions& options, const TrialImport::Take& take) {
  const std::vector<std::filesystem::path> files = FilesIn(options.files);
  const TrialFormat& format =
      options.format == "auto" ? DetectFormat(files) : TrialFormatByName(options.format);
  TrialImport import(options.reading, take);
  format.read(files, import);
  const ImportReport report{.format = std::string(format.name),
                            .files = files.size(),
                            .understood = import.understood(),
                            .left_out = import.left_out(),
                            .notes = import.notes(),
                            .totals = import.totals(),
                            .first = import.first()};
  CheckTotals(report, files.front());
  return report;
}

void ImportDataset(const ImportDatasetOptions& options,
                   const std::function<void(const ImportReport&)>& say) {
  std::optional<TrialWriter> writer;
  if (!options.out.empty()) writer.emplace(options.out);
  say(ReadDataset(options, [&](const TrialOnScreen& trial) {
    if (writer) writer->Add(trial);
  }));
  if (!options.save_mapping.empty()) WriteMapping(options.save_mapping, options.reading.columns);
  if (writer) writer->Commit();
}

std::vector<std::string> Sketch(const TrialOnScreen& trial, int columns) {
  const FrameSize screen = trial.viewing->screen.size;
  // A letter is about twice as high as wide.
  const int rows =
      std::clamp(static_cast<int>(std::lround(columns * screen.height / screen.width / 2)), 4, 40);
  std::vector<std::string> lines(static_cast<std::size_t>(rows),
                                 std::string(static_cast<std::size_t>(columns), ' '));
  const auto put = [&](double x, double y, char letter) {
    const int column = static_cast<int>(std::floor(x / screen.width * columns));
    const int row = static_cast<int>(std::floor(y / screen.height * rows));
    if (column < 0 || row < 0 || column >= columns || row >= rows) return;
    lines[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = letter;
  };
  const auto corners = [&](const BoxOnScreen& box, char letter) {
    constexpr double kInside = 1e-6;
    const double right = box.x + box.width - kInside, bottom = box.y + box.height - kInside;
    for (const double x : {box.x, right}) {
      for (const double y : {box.y, bottom}) put(x, y, letter);
    }
  };
  if (trial.viewing->picture) corners(*trial.viewing->picture, '+');
  if (trial.target) {
    corners(*trial.target, '#');
    put(trial.target->Center().x, trial.target->Center().y, '#');
  }
  constexpr std::string_view kSigns = "123456789abcdefghijklmnopqrstuvwxyz";
  for (std::size_t i = 0; i < std::min(trial.scanpath.size(), kSigns.size()); ++i) {
    put(trial.scanpath[i].point.x, trial.scanpath[i].point.y, kSigns[i]);
  }
  const std::string edge = "." + std::string(static_cast<std::size_t>(columns), '-') + ".";
  std::vector<std::string> framed = {edge};
  for (const std::string& line : lines) framed.push_back("|" + line + "|");
  framed.push_back(edge);
  return framed;
}

}  // namespace saccade::app
