#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "saccade/base/atomic_folder.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/byte_source.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Letters and digits only, as names of files and BIDS' labels may have.
std::string Label(std::string_view text, std::string_view otherwise) {
  std::string label;
  for (const unsigned char c : text) {
    if (std::isalnum(c) != 0) label += static_cast<char>(c);
  }
  return label.empty() ? std::string(otherwise) : label;
}

using BySubject = std::map<std::string, std::vector<const TrialOnScreen*>>;

// Two people must not become one because their names have other signs.
BySubject GroupBySubject(std::span<const TrialOnScreen> trials) {
  std::map<Identifier, std::string> labels;
  std::set<std::string> taken;
  BySubject by_subject;
  for (const TrialOnScreen& trial : trials) {
    const auto [known, is_new] = labels.try_emplace(trial.subject);
    if (is_new) {
      const std::string label = Label(trial.subject.text(), "unknown");
      known->second = label;
      for (int i = 2; !taken.insert(known->second).second; ++i) {
        known->second = fmt::format("{}x{}", label, i);
      }
    }
    by_subject[known->second].push_back(&trial);
  }
  return by_subject;
}

// A scanpath's file of its own: picture, person and time.
std::string FileName(const TrialOnScreen& trial, std::size_t index) {
  return fmt::format("{}_trial{}_sub-{}.tsv",
                     Label(fs::path(trial.name).stem().string(), "picture"), index + 1,
                     Label(trial.subject.text(), "unknown"));
}

// Events begin this long after each other: a fixation's clock must tell trials apart.
constexpr double kPauseSeconds = 1;

struct BidsText {
  std::string physio;  // fixations
  std::string events;  // trials
  double clock = 0;    // seconds
};

void AppendTrial(const TrialOnScreen& trial, BidsText& text) {
  const double begin = text.clock;
  const auto out = [](std::string& to) { return std::back_inserter(to); };
  for (const auto& [point, duration] : trial.scanpath) {
    fmt::format_to(out(text.physio), "{}\t{}\tfixation\t{}\t{}\n", text.clock * 1000, duration,
                   point.x, point.y);
    // Without durations, fixations still follow each other.
    text.clock += duration > 0 ? duration / 1000 : .001;
  }
  const auto box = [](const std::optional<BoxOnScreen>& b) {
    return b ? fmt::format("{}\t{}\t{}\t{}", b->x, b->y, b->width, b->height)
             : std::string("n/a\tn/a\tn/a\tn/a");
  };
  fmt::format_to(out(text.events), "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", begin,
                 text.clock - begin, NameOf(trial.condition), trial.name,
                 trial.task.empty() ? "n/a" : trial.task,
                 trial.answer_known ? (trial.correct ? "1" : "0") : "n/a",
                 trial.reaction_ms ? fmt::format("{}", *trial.reaction_ms / 1000) : "n/a",
                 box(trial.target), box(trial.viewing->picture));
  text.clock += kPauseSeconds;
}

Json PresentationOf(const Screen& screen) {
  Json shown = {{"ScreenResolution", {screen.size.width, screen.size.height}},
                {"ScreenOrigin", {"top", "left"}}};
  if (screen.millimetres) {
    shown["ScreenSize"] = {screen.millimetres->width / 1000, screen.millimetres->height / 1000};
  }
  if (screen.distance_mm) shown["ScreenDistance"] = *screen.distance_mm / 1000;
  return shown;
}

void CheckOneScreen(std::span<const TrialOnScreen> trials, const fs::path& path) {
  for (const TrialOnScreen& trial : trials) {
    if (trial.viewing->screen == trials.front().viewing->screen) continue;
    throw InputError(path, "", "a BIDS run has one screen, and these trials have several");
  }
}

Json VisionsEntry(const TrialOnScreen& trial) {
  const BoxOnScreen area = trial.viewing->Area();
  Json x = Json::array(), y = Json::array(), t = Json::array();
  for (const auto& [point, duration] : trial.scanpath) {
    x.push_back(point.x - area.x);
    y.push_back(point.y - area.y);
    t.push_back(duration);
  }
  Json entry = {{"subject", trial.subject.text()},
                {"dataset", "saccade"},
                {"image_height", area.height},
                {"image_width", area.width},
                {"screen_height", trial.viewing->screen.size.height},
                {"screen_width", trial.viewing->screen.size.width}};
  if (trial.answer_known) entry["target_found"] = trial.correct;
  if (const auto& b = trial.target) {
    entry["target_bbox"] = {b->y - area.y, b->x - area.x, b->y + b->height - area.y,
                            b->x + b->width - area.x};
  }
  entry["X"] = x;
  entry["Y"] = y;
  if (HasDurations(trial.scanpath)) entry["T"] = t;
  entry["target_object"] = trial.task == kUnnamedTarget ? "TBD" : trial.task;
  return entry;
}

Json VisionsTrials(std::span<const TrialOnScreen> trials) {
  Json properties = Json::array();
  std::set<std::string> met;
  for (const TrialOnScreen& trial : trials) {
    if (!trial.target || !met.insert(trial.name).second) continue;
    const BoxOnScreen area = trial.viewing->Area();
    properties.push_back({{"image", trial.name},
                          {"target_matched_row", trial.target->y - area.y},
                          {"target_matched_column", trial.target->x - area.x},
                          {"target_height", trial.target->height},
                          {"target_width", trial.target->width},
                          {"image_height", area.height},
                          {"image_width", area.width},
                          {"initial_fixation_row", trial.scanpath.front().point.y - area.y},
                          {"initial_fixation_column", trial.scanpath.front().point.x - area.x},
                          {"target_object", trial.task}});
  }
  return properties;
}

}  // namespace

void ExportMultimatch(const fs::path& path, std::span<const TrialOnScreen> trials) {
  AtomicFolder folder(path);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!HasDurations(trials[i].scanpath)) {
      throw InputError(path, "", "multimatch_gaze needs durations, and trial {} ({}) has none", i,
                       trials[i].name);
    }
    std::string text = "start_x\tstart_y\tduration\n";
    for (const auto& [point, duration] : trials[i].scanpath) {
      fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\n", point.x, point.y, duration / 1000);
    }
    WriteFileAtomically(folder.path() / FileName(trials[i], i), text);
  }
  folder.Commit();
}

void ExportBids(const fs::path& path, std::span<const TrialOnScreen> trials) {
  CheckOneScreen(trials, path);
  AtomicFolder folder(path);
  const Json about = {
      {"Columns", {"onset", "duration", "trial_type", "x_coordinate", "y_coordinate"}},
      {"Description", "Fixations"},
      {"onset", {{"Units", "ms"}}},
      {"duration", {{"Units", "ms"}}},
      {"x_coordinate", {{"Units", "pixel"}}},
      {"y_coordinate", {{"Units", "pixel"}}}};
  const Json shown = {{"StimulusPresentation", PresentationOf(trials.front().viewing->screen)}};
  std::string people = "participant_id\n";
  for (const auto& [label, of_subject] : GroupBySubject(trials)) {
    people += "sub-" + label + "\n";
    BidsText text;
    text.events =
        "onset\tduration\tcondition\tstim_file\ttarget\tcorrect\tresponse_time\tbbox_x\tbbox_y\t"
        "bbox_w\tbbox_h\timage_x\timage_y\timage_w\timage_h\n";
    for (const TrialOnScreen* trial : of_subject) AppendTrial(*trial, text);
    const std::string stem = fmt::format("sub-{}_task-search", label);
    const fs::path in = folder.path() / ("sub-" + label) / "beh";
    WriteFileAtomically(in / (stem + "_recording-eye1_physioevents.tsv.gz"), Gzip(text.physio));
    WriteFileAtomically(in / (stem + "_recording-eye1_physioevents.json"), about.dump(2) + "\n");
    WriteFileAtomically(in / (stem + "_events.tsv"), text.events);
    WriteFileAtomically(in / (stem + "_events.json"), shown.dump(2) + "\n");
  }
  const Json description = {{"Name", "saccade"}, {"BIDSVersion", "1.11.0"}, {"DatasetType", "raw"}};
  WriteFileAtomically(folder.path() / "dataset_description.json", description.dump(2) + "\n");
  WriteFileAtomically(folder.path() / "participants.tsv", people);
  folder.Commit();
}

void ExportVisions(const fs::path& path, std::span<const TrialOnScreen> trials) {
  AtomicFolder folder(path);
  for (const auto& [label, of_subject] : GroupBySubject(trials)) {
    Json pictures = Json::object();
    for (const TrialOnScreen* trial : of_subject) {
      if (pictures.contains(trial->name)) {
        throw InputError(
            path, "",
            "ViSioNS has a scanpath a person and picture, and {} saw {} more than once; "
            "write another format, or fewer trials",
            trial->subject, trial->name);
      }
      pictures[trial->name] = VisionsEntry(*trial);
    }
    WriteFileAtomically(
        folder.path() / "human_scanpaths" / fmt::format("subj{}_scanpaths.json", label),
        pictures.dump(1) + "\n");
  }
  WriteFileAtomically(folder.path() / "trials_properties.json",
                      VisionsTrials(trials).dump(1) + "\n");
  folder.Commit();
}

}  // namespace saccade
