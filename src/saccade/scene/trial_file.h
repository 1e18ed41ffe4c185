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
// in the display frame (as published) or the image frame (the copies at 512x320). Trials recorded
// on another screen say so, each of them:
//   {..., session, screen [w, h], screen_mm [w, h], distance_mm, picture [x, y, w, h]}
// Predictions have the same form; subject is then the sample's number. Required: name, X, Y, and
// task unless nothing is searched. Without `condition` a trial is target-present, without `correct`
// it counts as correct; `T` may be missing.
struct TrialFileOptions {
  // Skip bad trials and count them by reason, instead of throwing at the first.
  bool lenient = false;
  // kDisplay or kImage; found from the coordinates when absent.
  std::optional<Frame> frame = std::nullopt;
  // Of another screen than those two, where trials do not say theirs.
  std::optional<FrameSize> screen = std::nullopt;
  // Trials that name picture and target are enough.
  bool scanpaths_optional = false;
  // Several trials of one (task, name, subject) are otherwise numbered as sessions, or an error
  // when they are the same.
  bool allow_repeats = false;
  // Repairs the known copy whose fixations are at 512x320 and whose boxes stayed at 1680x1050.
  bool scale_boxes = false;
};

// Trials in one of the frames, known when the program runs.
using AnyTrials = std::variant<std::vector<TrialInDisplay>, std::vector<TrialInImage>,
                               std::vector<TrialOnScreen>>;

Frame FrameOf(const AnyTrials& trials);

// What a file holds, in the frame it was recorded in: coordinates are the file's, bit for bit.
struct TrialFile {
  std::filesystem::path path;
  AnyTrials trials;
  // Trials whose T is longer than X (the published test file): T was cut to X.
  int longer_durations = 0;
  int without_durations = 0;
  std::string frame_found;                 // how
  std::map<std::string, int> skipped;      // reason -> trials; only with `lenient`
  std::map<std::string, int> notes;        // what was read generously -> trials
  std::map<std::string, int> other_tasks;  // targets that COCO does not have -> trials

  Frame frame() const { return FrameOf(trials); }
  std::size_t size() const;
};

// Throws InputError naming file, trial (counted from 0), what was found and what is expected: JSON
// that is broken or truncated, wrong types, X and Y of different length, NaN, an empty scanpath, an
// unknown condition, a negative box or one outside the frame, the same trial twice, boxes in
// another frame than fixations, no trials at all. Fixations outside the picture are kept: they
// occur in the published files.
TrialFile ReadTrialFile(const std::filesystem::path& path, const TrialFileOptions& options = {});

// The same from text in memory; `path` is for messages only.
TrialFile ParseTrialFile(std::string text, const std::filesystem::path& path,
                         const TrialFileOptions& options = {});

// The trials in one frame, whatever the file's is. A file already in that frame is kept bit for
// bit; others are scaled without rounding.
std::vector<TrialInImage> TrialsInImage(TrialFile file);
std::vector<TrialInDisplay> TrialsInDisplay(TrialFile file);
std::vector<TrialOnScreen> TrialsOnScreen(TrialFile file);
std::vector<TrialOnScreen> OnScreen(AnyTrials trials);

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
void WriteTrials(const std::filesystem::path& path, std::span<const TrialOnScreen> trials);

// "image", "display" and "screen".
std::string_view FrameName(Frame frame);
// The same with the screens' sizes: "screen 1280x1024".
std::string DescribeFrame(const TrialFile& file);

}  // namespace saccade
