#include "saccade/app/dataset_import.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/app/import_words.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/printable.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/dataset.h"
#include "saccade/cli/option_list.h"
#include "saccade/scene/trial_formats.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ImportCommand {
  std::vector<std::string> files;
  app::ImportDatasetOptions options;
  app::ImportWords words;
  std::string out, save_columns;
  JsonOutput json;
};

app::ImportDatasetOptions OptionsOf(const ImportCommand& command) {
  app::ImportDatasetOptions options = command.options;
  options.files.assign(command.files.begin(), command.files.end());
  options.reading = app::ImportOptionsOf(command.words);
  options.out = command.out;
  options.save_mapping = command.save_columns;
  return options;
}

std::string Counts(const std::map<std::string, std::size_t>& counts, std::size_t most) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& [name, count] : counts) {
    if (shown++ == most) return fmt::format("{}, ... ({} in all)", text, counts.size());
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        name.empty() ? "none (free viewing)" : name, count);
  }
  return text;
}

void PrintReport(const app::ImportReport& report) {
  const auto line = [](std::string_view what, const std::string& how) {
    fmt::print("{:<13} {}\n", what, Printable(how));
  };
  const TrialImport::Totals& totals = report.totals;
  line("format",
       fmt::format("{}, {} file{}", report.format, report.files, report.files == 1 ? "" : "s"));
  for (const auto& [what, how] : report.understood) line(what, how);
  std::map<std::string, std::size_t> conditions;
  for (const auto& [condition, count] : totals.conditions) {
    conditions[fmt::format("target {}", NameOf(condition))] = count;
  }
  if (const auto free = conditions.extract("target free"); !free.empty()) {
    conditions["free viewing"] = free.mapped();
  }
  line("trials", fmt::format("{}: {}", totals.trials, Counts(conditions, 3)));
  line("people", totals.without_subject == 0
                     ? fmt::format("{}", totals.subjects.size())
                     : fmt::format("{}; {} trials do not say whose they are",
                                   totals.subjects.size(), totals.without_subject));
  line("pictures", fmt::format("{}", totals.pictures.size()));
  line("targets", Counts(totals.tasks, 12));
  line("screens", Counts(totals.screens, 6));
  line("fixations", fmt::format("{}; {} off the screen, {} beside the picture", totals.fixations,
                                totals.off_screen, totals.off_picture));
  if (totals.durations > 0) {
    line("durations", fmt::format("{:.0f} ms in the mean; {} trials without",
                                  totals.duration_ms / static_cast<double>(totals.durations),
                                  totals.without_durations));
  }
  if (totals.without_box > 0) {
    line("no box", fmt::format("{} target-present trials do not say where the target was: no "
                               "efficiency scores",
                               totals.without_box));
  }
  for (const auto& [reason, count] : report.left_out) {
    line("left out", fmt::format("{} {}", count, reason));
  }
  for (const auto& [note, count] : report.notes) line("note", fmt::format("{} {}", count, note));
  for (const TrialOnScreen& trial : report.first) {
    fmt::print("\n{}\n",
               Printable(fmt::format("{}{}, {}, subject {}: {} fixations", NameOf(trial.condition),
                                     trial.task.empty() ? "" : ", " + trial.task, trial.name,
                                     trial.subject, trial.scanpath.size())));
    for (const std::string& row : app::Sketch(trial)) fmt::print("{}\n", row);
  }
}

Json ToJson(const app::ImportReport& report) {
  const TrialImport::Totals& totals = report.totals;
  Json conditions = Json::object(), understood = Json::array();
  for (const auto& [condition, count] : totals.conditions) conditions[NameOf(condition)] = count;
  for (const auto& [what, how] : report.understood) {
    understood.push_back({{"what", what}, {"how", how}});
  }
  return {{"format", report.format},
          {"files", report.files},
          {"trials", totals.trials},
          {"conditions", conditions},
          {"subjects", totals.subjects.size()},
          {"trials_without_subject", totals.without_subject},
          {"pictures", totals.pictures.size()},
          {"tasks", totals.tasks},
          {"screens", totals.screens},
          {"fixations", totals.fixations},
          {"fixations_off_screen", totals.off_screen},
          {"fixations_off_picture", totals.off_picture},
          {"trials_without_durations", totals.without_durations},
          {"trials_without_box", totals.without_box},
          {"understood", understood},
          {"left_out", report.left_out},
          {"notes", report.notes}};
}

void Run(const ImportCommand& command) {
  CatchInterrupts();
  app::ImportDataset(OptionsOf(command), [&](const app::ImportReport& report) {
    if (!WriteJson(command.json, ToJson(report))) PrintReport(report);
  });
  if (!command.out.empty() && !command.json.wanted) fmt::print("\nwritten: {}\n", command.out);
}

}  // namespace

void AddDatasetImport(CLI::App& dataset, Invocation& invocation) {
  CLI::App* app = dataset.add_subcommand(
      "import", "Read eye trackers' and other programs' files; say what was understood");
  std::string formats = "Formats (*: dataset convert --to writes it too):\n";
  for (const TrialFormat& format : TrialFormats()) {
    formats += fmt::format("  {:<16}{}{}\n", format.name, format.description,
                           format.write != nullptr ? " *" : "");
  }
  app->footer(
      formats +
      "\nExamples:\n"
      "  saccade dataset import recordings.csv --screen 1920x1080 --out trials.json\n"
      "  saccade dataset import P*.tsv --format tobii --out trials.json  # needs exports of Tobii\n"
      "  saccade dataset import gaze.csv \\\n"
      "      --columns x=FixX,y=FixY,duration=Dur,subject=VP,image=Bild --out trials.json");
  const auto command = std::make_shared<ImportCommand>();
  app->add_option("files", command->files, "Files, and folders of them")
      ->required()
      ->type_name("FILE");
  app->add_option("--out", command->out,
                  "File to write (JSON, trial after trial); without it nothing is written")
      ->type_name("FILE");
  std::vector<std::string> names = {"auto"};
  for (const TrialFormat& format : TrialFormats()) names.emplace_back(format.name);
  app->add_option("--format", command->options.format, "Format of the files")
      ->capture_default_str()
      ->check(Suggest(names));
  AddOptions(*app, OptionsOf(command->words));
  app->add_option("--save-columns", command->save_columns, "Write the given mapping to a file")
      ->type_name("FILE");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
