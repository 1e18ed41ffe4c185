#include "saccade/app/understood.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/printable.h"
#include "saccade/metrics/prediction_check.h"

namespace saccade::app {
namespace {

using Json = nlohmann::ordered_json;

std::string FrameText(const TrialFile& file) {
  const std::string frame = DescribeFrame(file);
  if (file.frame() == Frame::kScreen) return frame;
  const FrameSize size = file.frame() == Frame::kImage ? kImageSize : kDisplaySize;
  return fmt::format("{} {}x{}", frame, size.width, size.height);
}

std::string StartText(std::span<const TrialInImage> trials) {
  const double share = metrics::ShareAtCenter(trials);
  return share > .995 ? "at the centre" : fmt::format("{:.0f}% at the centre", 100 * share);
}

void Measure(std::span<const TrialInImage> trials, Understood& understood) {
  understood.trials = understood.used = trials.size();
  understood.start = StartText(trials);
  double sum = 0, count = 0;
  for (const TrialInImage& trial : trials) {
    understood.timed += HasDurations(trial.scanpath);
    understood.boxes += trial.target.has_value();
    understood.fixations += trial.scanpath.size();
    for (const FixationInImage& fixation : trial.scanpath) {
      understood.outside += !IsInPicture(trial, fixation.point);
      sum += fixation.duration_ms;
      count += fixation.duration_ms > 0;
    }
  }
  understood.mean_ms = count > 0 ? sum / count : 0;
}

std::string DurationText(const Understood& understood) {
  if (understood.timed == 0) return "no durations";
  return fmt::format("durations in ms ({:.0f} in the mean{})", understood.mean_ms,
                     understood.timed < understood.trials
                         ? fmt::format("; {} trials without", understood.trials - understood.timed)
                         : "");
}

std::string Counts(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& [reason, count] : counts) parts.push_back(fmt::format("{} {}", count, reason));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Understood Describe(const TrialFile& file, std::span<const TrialInImage> trials, std::string name) {
  Understood understood;
  understood.name = std::move(name);
  understood.file = file.path.string();
  understood.frame = FrameText(file);
  understood.found = file.frame_found;
  for (const auto& [reason, count] : file.skipped) understood.left_out[reason] = count;
  for (const auto& [note, count] : file.notes) understood.notes[note] = count;
  if (file.longer_durations > 0) {
    understood.notes["with T longer than X: cut"] = file.longer_durations;
  }
  Measure(trials, understood);
  return understood;
}

UnderstoodTrials ReadUnderstood(const TrialInput& input, std::string name,
                                const TrialFileOptions& reading) {
  if (const auto* const path = std::get_if<std::filesystem::path>(&input)) {
    TrialFile file = ReadTrialFile(*path, reading);
    LogReading(file);
    UnderstoodTrials read{TrialsInImage(file), {}};
    read.understood = Describe(file, read.trials, std::move(name));
    return read;
  }
  UnderstoodTrials read{std::get<std::vector<TrialInImage>>(input), {}};
  read.understood.name = std::move(name);
  read.understood.file = NameOf(input);
  read.understood.frame = "image 512x320";
  read.understood.found = "values";
  Measure(read.trials, read.understood);
  return read;
}

Table UnderstoodTable(std::span<const Understood> understood) {
  Table table;
  table.columns = {{"scanpaths of"}, {"as they were understood"}};
  const auto add = [&](const std::string& name, const std::string& what) {
    table.rows.push_back({Printable(name), Printable(what)});
  };
  for (const Understood& one : understood) {
    add(one.name, fmt::format("{}: {} ({})", one.file, one.frame, one.found));
    add("", fmt::format("{}, start {}", DurationText(one), one.start));
    std::string used = fmt::format("{} of {} trials used", one.used, one.trials);
    if (!one.left_out.empty()) used += "; left out: " + Counts(one.left_out);
    add("", used);
    if (one.outside > 0) {
      add("", fmt::format("{} of {} fixations outside the picture", one.outside, one.fixations));
    }
    if (!one.notes.empty()) add("", "trials " + Counts(one.notes));
  }
  return table;
}

Json UnderstoodJson(std::span<const Understood> understood) {
  Json list = Json::array();
  for (const Understood& one : understood) {
    Json json = {{"name", one.name},
                 {"file", one.file},
                 {"frame", one.frame},
                 {"frame_found", one.found},
                 {"start", one.start},
                 {"trials", one.trials},
                 {"used", one.used},
                 {"left_out", one.left_out},
                 {"notes", one.notes},
                 {"fixations", one.fixations},
                 {"fixations_outside", one.outside},
                 {"trials_with_durations", one.timed},
                 {"trials_with_box", one.boxes}};
    if (one.timed > 0) json["mean_duration_ms"] = one.mean_ms;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace saccade::app
