#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade {

// COCO-Search18 JSON, in and out: a list of
//   {name, subject, task, condition, bbox [x, y, w, h], X, Y, T (ms), length, correct, RT,
//    fixOnTarget, split}
// in the display frame (as published) or the image frame (the copies at 512x320). Predictions have
// the same form; subject is then the sample's number. Required: name, subject, task, X, Y. Without
// `condition` a trial is target-present, without `correct` it is correct, without `T` its durations
// are 0.
struct TrialFileOptions {
  // Skip bad trials and count them by reason, instead of throwing at the first.
  bool lenient = false;
  // kDisplay or kImage; found from the coordinates when absent.
  std::optional<Frame> frame = std::nullopt;
  // Several trials of one (task, name, subject) are an error otherwise.
  bool allow_repeats = false;
  // Repairs the known copy whose fixations are at 512x320 and whose boxes stayed at 1680x1050.
  bool scale_boxes = false;
};

// Trials in the one frame or the other, known when the program runs.
using AnyTrials = std::variant<std::vector<TrialInDisplay>, std::vector<TrialInImage>>;

// What a file holds, in the frame it was recorded in: coordinates are the file's, bit for bit.
struct TrialFile {
  std::filesystem::path path;
  AnyTrials trials;
  // Trials whose T is longer than X (the published test file): T was cut to X.
  int longer_durations = 0;
  int without_durations = 0;
  std::map<std::string, int> skipped;  // reason -> trials; only with `lenient`

  Frame frame() const { return trials.index() == 0 ? Frame::kDisplay : Frame::kImage; }
  std::size_t size() const;
};

// Throws InputError naming file, trial (counted from 0), what was found and what is expected: JSON
// that is broken or truncated, wrong types, X and Y of different length, NaN, an empty scanpath, an
// unknown condition or category, a negative box or one outside the frame, a repeated (task, name,
// subject), boxes in another frame than fixations, no trials at all. Fixations outside the picture
// are kept: they occur in the published files.
TrialFile ReadTrialFile(const std::filesystem::path& path, const TrialFileOptions& options = {});

// The same from text in memory; `path` is for messages only.
TrialFile ParseTrialFile(std::string text, const std::filesystem::path& path,
                         const TrialFileOptions& options = {});

// The trials in one frame, whatever the file's is. A file already in that frame is kept bit for
// bit; others are scaled without rounding.
std::vector<TrialInImage> TrialsInImage(TrialFile file);
std::vector<TrialInDisplay> TrialsInDisplay(TrialFile file);

// Reads, says on stderr what was cut or skipped, and gives the trials in one frame.
std::vector<TrialInImage> ReadTrialsInImage(const std::filesystem::path& path,
                                            const TrialFileOptions& options = {});
std::vector<TrialInDisplay> ReadTrialsInDisplay(const std::filesystem::path& path,
                                                const TrialFileOptions& options = {});

// Says on stderr what reading the file cut or skipped; nothing when it did neither.
void LogReading(const TrialFile& file);

// Writes the same fields, one trial a line; what a trial does not have is left out. The file
// appears only when complete.
void WriteTrials(const std::filesystem::path& path, std::span<const TrialInImage> trials);
void WriteTrials(const std::filesystem::path& path, std::span<const TrialInDisplay> trials);

// "image" and "display", as on the command line.
std::string_view FrameName(Frame frame);

}  // namespace saccade
