#include "saccade/app/dataset_convert.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/base/options.h"
#include "saccade/scene/category.h"
#include "saccade/scene/trial_file_options.h"
#include "saccade/scene/trial_formats.h"

namespace saccade::app {
namespace {

WrittenTrials WriteJson(const std::filesystem::path& path, const AnyTrials& trials) {
  return std::visit(
      [&](const auto& list) {
        WriteTrials(path, list);
        return WrittenTrials{path, list.size(),
                             fmt::format("{} frame", FrameName(FrameOf(trials)))};
      },
      trials);
}

// As another program reads it.
WrittenTrials WriteAs(const TrialFormat& format, const std::filesystem::path& path,
                      const AnyTrials& trials) {
  if (format.write == nullptr) {
    throw InputError(fmt::format("--to: {} is only read, not written", format.name));
  }
  const std::vector<TrialOnScreen> on_screen = OnScreen(trials);
  format.write(path, on_screen);
  return {path, on_screen.size(), fmt::format("format {}", format.name)};
}

ConvertOptions ConvertingOf(const ConvertDatasetOptions& options) {
  ConvertOptions converting;
  converting.frame = options.frame;
  converting.cut_at_target = options.cut_at_target;
  converting.allow_repeats = options.reading.allow_repeats;
  converting.filter.correct_only = options.correct_only;
  for (const std::string& name : options.tasks) converting.filter.tasks.insert(TaskName(name));
  for (const std::string& name : options.subjects) converting.filter.subjects.emplace(name);
  converting.filter.splits.insert(options.splits.begin(), options.splits.end());
  return converting;
}

}  // namespace

OptionList OptionsOf(ConvertDatasetOptions& o) {
  OptionList list;
  list.Add("files", TextsOf(o.files), "Fixations (COCO-Search18 JSON); several are merged", "FILE")
      .Add("out", TextOf(o.out), "File to write", "FILE")
      .Add("to", o.format,
           "Format to write, in pixels of the screen: csv, tsv, or a folder of visions, bids "
           "or multimatch (default: COCO-Search18 JSON)")
      .Add("frame", ChoiceOf(o.frame, {"display", "image"}),
           "Frame to write: 512x320 or 1680x1050 (default: that of the files)")
      .Add("task", WordsOf(o.tasks), "Keep these targets; several with commas", "NAME")
      .Add("subject", WordsOf(o.subjects), "Keep these subjects; several with commas", "NAME")
      .Add("split", WordsOf(o.splits), "Keep these splits; several with commas", "NAME")
      .Add("correct-only", o.correct_only, "Keep trials with the right answer")
      .Add("cut-at-target", o.cut_at_target, "Cut scanpaths after the first fixation on target")
      .Add("split-random", TextOf(o.split_random),
           "Write random splits, drawn within each target with --seed, to train.json, valid.json "
           "and test.json in this folder",
           "FOLDER")
      .Add("shares", NumbersOf(o.shares, {0, 1}), "Shares of the random splits")
      .Add("seed", o.seed, {}, "Of the random splits")
      .Add(OptionsOf(o.reading, "input-frame"))
      .Omit();
  return list;
}

void ConvertDatasetOptions::Check() const {
  if (out.empty() && split_random.empty()) {
    throw InputError("dataset convert: give --out FILE, --split-random FOLDER or both");
  }
}

std::vector<WrittenTrials> ConvertDataset(const ConvertDatasetOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const ConvertOptions converting = ConvertingOf(options);
  std::vector<TrialFile> files;
  for (const std::filesystem::path& path : options.files) {
    files.push_back(ReadTrialFile(path, options.reading));
    LogReading(files.back());
  }
  AnyTrials trials = Convert(std::move(files), converting);
  std::vector<WrittenTrials> written;
  if (!options.split_random.empty()) {
    trials = AssignRandomSplits(std::move(trials), options.shares, options.seed);
    for (const std::string_view split : kSplitNames) {
      written.push_back(
          WriteJson(options.split_random / fmt::format("{}.json", split), OfSplit(trials, split)));
    }
  }
  if (options.out.empty()) return written;
  written.push_back(options.format.empty()
                        ? WriteJson(options.out, trials)
                        : WriteAs(TrialFormatByName(options.format), options.out, trials));
  return written;
}

}  // namespace saccade::app
