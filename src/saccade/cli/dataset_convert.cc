#include <fmt/format.h>

#include <memory>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/cli/dataset.h"
#include "saccade/scene/category.h"
#include "saccade/scene/convert.h"

namespace saccade::cli {
namespace {

struct ConvertCommand {
  std::vector<std::string> files;
  TrialFileOptions reading;
  ConvertOptions converting;
  std::vector<std::string> tasks;
  std::vector<int> subjects;
  std::vector<std::string> splits;
  std::string out;
  std::string split_random;
  std::vector<double> shares{kPaperShares.begin(), kPaperShares.end()};
};

std::size_t SizeOfAny(const AnyTrials& trials) {
  return std::visit([](const auto& list) { return list.size(); }, trials);
}

void WriteAndSay(const std::filesystem::path& path, const AnyTrials& trials) {
  std::visit([&path](const auto& list) { WriteTrials(path, list); }, trials);
  LogInfo("{}: {} trials, {} frame", path.string(), SizeOfAny(trials),
          FrameName(trials.index() == 0 ? Frame::kDisplay : Frame::kImage));
}

TrialFilter FilterOf(const ConvertCommand& command) {
  TrialFilter filter = command.converting.filter;
  for (const std::string& name : command.tasks) {
    const auto task = TaskIndex(name);
    if (!task) {
      throw InputError(
          fmt::format("--task: unknown category \"{}\"; known are {}", name, KnownTasks()));
    }
    filter.tasks.emplace(kTaskNames[*task]);
  }
  filter.subjects.insert(command.subjects.begin(), command.subjects.end());
  filter.splits.insert(command.splits.begin(), command.splits.end());
  return filter;
}

void Run(const ConvertCommand& command, std::uint64_t seed) {
  if (command.out.empty() && command.split_random.empty()) {
    throw InputError("dataset convert: give --out FILE, --split-random FOLDER or both");
  }
  ConvertOptions options = command.converting;
  options.filter = FilterOf(command);
  TrialFileOptions reading = command.reading;
  reading.allow_repeats = options.allow_repeats;
  std::vector<TrialFile> files;
  for (const std::string& path : command.files) {
    files.push_back(ReadTrialFile(path, reading));
    LogReading(files.back());
  }
  AnyTrials trials = Convert(std::move(files), options);
  if (!command.split_random.empty()) {
    trials = AssignRandomSplits(std::move(trials),
                                {command.shares[0], command.shares[1], command.shares[2]}, seed);
    for (const std::string_view split : kSplitNames) {
      const std::filesystem::path folder = command.split_random;
      WriteAndSay(folder / fmt::format("{}.json", split), OfSplit(trials, split));
    }
  }
  if (!command.out.empty()) WriteAndSay(command.out, trials);
}

void AddFilterOptions(CLI::App& app, ConvertCommand& command) {
  app.add_option("--task", command.tasks, "Keep these targets; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME");
  app.add_option("--subject", command.subjects, "Keep these subjects; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("N");
  app.add_option("--split", command.splits, "Keep these splits; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME");
  app.add_flag("--correct-only", command.converting.filter.correct_only,
               "Keep trials with the right answer");
}

}  // namespace

void AddDatasetConvert(CLI::App& dataset, Invocation& invocation) {
  CLI::App* app = dataset.add_subcommand(
      "convert", "Change frame, filter, merge, cut and split fixation files");
  app->footer(
      "Examples:\n"
      "  saccade dataset convert train.json valid.json --frame image --correct-only --out "
      "both.json\n"
      "  saccade dataset convert all.json --split-random splits --seed 1");
  const auto command = std::make_shared<ConvertCommand>();
  app->add_option("files", command->files, "Fixations (COCO-Search18 JSON); several are merged")
      ->required()
      ->type_name("FILE");
  app->add_option("--out", command->out, "File to write")->type_name("FILE");
  app->add_option_function<std::string>(
         "--frame",
         [command](const std::string& name) {
           command->converting.frame = name == "image" ? Frame::kImage : Frame::kDisplay;
         },
         "Frame to write: 512x320 or 1680x1050 (default: that of the files)")
      ->check(CLI::IsMember({"image", "display"}));
  AddFilterOptions(*app, *command);
  app->add_flag("--cut-at-target", command->converting.cut_at_target,
                "Cut scanpaths after the first fixation on target");
  app->add_option("--split-random", command->split_random,
                  "Write random splits, drawn within each target with --seed, to train.json, "
                  "valid.json and test.json in this folder")
      ->type_name("FOLDER");
  app->add_option("--shares", command->shares, "Shares of the random splits")
      ->expected(3)
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  AddTrialFileOptions(*app, command->reading, "--input-frame");
  app->add_flag("--scale-boxes", command->reading.scale_boxes,
                "Repair a file whose boxes were left at 1680x1050 beside 512x320 fixations");
  app->add_flag("--allow-repeats", command->converting.allow_repeats,
                "Let (task, name, subject) occur more than once");
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation.seed); };
  });
}

}  // namespace saccade::cli
