#include <nlohmann/json.hpp>

#include "saccade/app/dataset_import.h"
#include "saccade/app/import_words.h"
#include "saccade/base/log.h"
#include "saccade/base/options.h"
#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_formats.h"

namespace saccade::capi {
namespace {

constexpr const char* kOurFormat = "coco-search18";

struct ReadOptions {
  std::string format = "auto";
  std::optional<Frame> frame{};
  bool scale_boxes = false;
  app::ImportWords words{};
};

ReadOptions ReadOptionsOf(const char* text) {
  ReadOptions read;
  OptionList list = OptionsOf(read.words);
  list.Add("format", read.format, "Format of the files")
      .Add("frame", ChoiceOf(read.frame, {"display", "image"}), "Of COCO-Search18's JSON")
      .Add("scale-boxes", read.scale_boxes, "Of the copy whose boxes stayed at 1680x1050");
  Read(text, list);
  return read;
}

// Whether anything is said that only foreign files need.
bool SaysMore(app::ImportWords words) {
  words.lenient = false;
  return !SameOptions(words, app::ImportWords());
}

bool IsOurs(std::span<const std::filesystem::path> files, const ReadOptions& options) {
  if (files.size() != 1 || SaysMore(options.words)) return false;
  if (options.format != "auto") return options.format == kOurFormat;
  return options.frame || options.scale_boxes || DetectFormat(FilesIn(files)).name == kOurFormat;
}

void ReadOurs(const std::filesystem::path& file, const ReadOptions& options,
              saccade_trials& trials) {
  TrialFile read = ReadTrialFile(file, {.lenient = options.words.lenient,
                                        .frame = options.frame,
                                        .allow_repeats = true,
                                        .scale_boxes = options.scale_boxes});
  LogReading(read);
  trials.understood = fmt::format("frame: {}, {}\n", DescribeFrame(read), read.frame_found);
  std::visit([&](auto& list) { trials.trials = std::move(list); }, read.trials);
}

void ReadForeign(std::vector<std::filesystem::path> files, const ReadOptions& options,
                 saccade_trials& trials) {
  if (options.frame || options.scale_boxes) {
    throw InputError("options: frame and scale-boxes are for one file of COCO-Search18's JSON");
  }
  std::vector<TrialOnScreen> list;
  const std::string first = files.front().string();
  const app::ImportReport report =
      app::ReadDataset({.files = std::move(files),
                        .format = options.format,
                        .reading = ImportOptionsOf(options.words)},
                       [&](const TrialOnScreen& trial) { list.push_back(trial); });
  trials.trials = std::move(list);
  trials.understood = fmt::format("format: {}\n", report.format);
  for (const auto& [what, how] : report.understood) {
    trials.understood += fmt::format("{}: {}\n", what, how);
  }
  for (const auto& [note, count] : report.notes) {
    trials.understood += fmt::format("note: {} {}\n", count, note);
  }
  for (const auto& [reason, count] : report.left_out) {
    LogWarning("{}: left out: {} {}", first, count, reason);
  }
}

}  // namespace
}  // namespace saccade::capi

using namespace saccade;
using namespace saccade::capi;

int saccade_trials_read(const char* const* files, size_t count, const char* options,
                        saccade_trials** out) {
  return Guard([&] {
    Need(out, "out");
    if (count == 0) throw InputError("argument files: name what is to be read");
    std::vector<std::filesystem::path> paths;
    for (size_t i = 0; i < count; ++i)
      paths.emplace_back(&Need((&Need(files, "files"))[i], "files"));
    const ReadOptions read = ReadOptionsOf(options);
    auto trials = std::make_unique<saccade_trials>();
    if (IsOurs(paths, read)) {
      ReadOurs(paths.front(), read, *trials);
    } else {
      ReadForeign(std::move(paths), read, *trials);
    }
    *out = trials.release();
  });
}

const char* saccade_trials_understood(const saccade_trials* trials) {
  return trials == nullptr ? "" : trials->understood.c_str();
}

int saccade_trials_write(const saccade_trials* trials, const char* file, const char* format) {
  return Guard([&] {
    Need(file, "file");
    const TrialFormat& chosen = TrialFormatByName(format == nullptr ? kOurFormat : format);
    if (chosen.write == nullptr) {
      throw InputError(fmt::format("argument format: {} is only read", chosen.name));
    }
    if (chosen.name != kOurFormat) return chosen.write(file, OnScreen(trials, "trials"));
    std::visit(
        [&]<Frame F>(const std::vector<Trial<F>>& list) {
          if constexpr (F == Frame::kPhoto) {
            OnScreen(trials, "trials");  // refuses them
          } else {
            WriteTrials(file, list);
          }
        },
        Need(trials, "trials").trials);
  });
}
