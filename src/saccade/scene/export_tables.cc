#include <fmt/format.h>

#include <iterator>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/delimited.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

// The names that the reader of tables knows, so that what is written comes back.
constexpr const char* kColumns[] = {"subject",   "session",   "trial",   "image",    "target",
                                    "condition", "fix_index", "fix_x",   "fix_y",    "duration_ms",
                                    "correct",   "rt_ms",     "split",   "target_x", "target_y",
                                    "target_w",  "target_h",  "image_x", "image_y",  "image_w",
                                    "image_h",   "screen_w",  "screen_h"};

std::string Shortest(double value) { return fmt::format("{}", value); }

std::string Cells(const std::optional<BoxOnScreen>& box, char d) {
  if (!box) return fmt::format("{}{}{}", d, d, d);
  return fmt::format("{}{}{}{}{}{}{}", box->x, d, box->y, d, box->width, d, box->height);
}

std::string Name(const Identifier& name, char delimiter) {
  return CsvField(name.text(), delimiter);
}

void ExportTable(const fs::path& path, std::span<const TrialOnScreen> trials, char d) {
  AtomicFile file(path);
  std::string text;
  for (const char* column : kColumns) {
    text += text.empty() ? "" : std::string(1, d);
    text += column;
  }
  text += '\n';
  std::size_t number = 0;
  for (const TrialOnScreen& trial : trials) {
    ++number;
    const FrameSize screen = trial.viewing->screen.size;
    const bool timed = HasDurations(trial.scanpath);
    const std::string before = fmt::format(
        "{}{}{}{}{}{}{}{}{}{}{}{}", Name(trial.subject, d), d, Name(trial.session, d), d, number, d,
        CsvField(trial.name, d), d, CsvField(trial.task, d), d, NameOf(trial.condition), d);
    const std::string after = fmt::format(
        "{}{}{}{}{}{}{}{}{}{}{}{}", trial.answer_known ? (trial.correct ? "1" : "0") : "", d,
        trial.reaction_ms ? Shortest(*trial.reaction_ms) : "", d, CsvField(trial.split, d), d,
        Cells(trial.target, d), d, Cells(trial.viewing->picture, d), d, screen.width,
        fmt::format("{}{}\n", d, screen.height));
    for (std::size_t i = 0; i < trial.scanpath.size(); ++i) {
      const auto& [point, duration] = trial.scanpath[i];
      text += before;
      fmt::format_to(std::back_inserter(text), "{}{}{}{}{}{}{}{}", i + 1, d, point.x, d, point.y, d,
                     timed ? Shortest(duration) : "", d);
      text += after;
    }
    if (text.size() > std::size_t{1} << 20) {
      file.Write(text);
      text.clear();
    }
  }
  file.Write(text);
  file.Commit();
}

}  // namespace

void ExportCsv(const fs::path& path, std::span<const TrialOnScreen> trials) {
  ExportTable(path, trials, ',');
}

void ExportTsv(const fs::path& path, std::span<const TrialOnScreen> trials) {
  ExportTable(path, trials, '\t');
}

}  // namespace saccade
