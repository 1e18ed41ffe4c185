#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/cli/command.h"
#include "saccade/cli/table.h"
#include "saccade/metrics/alignment.h"
#include "saccade/metrics/multimatch.h"
#include "saccade/metrics/scanmatch.h"
#include "saccade/scene/trial_file.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

struct CompareOptions {
  std::string first;
  std::string second;
  std::string frame;
  std::vector<std::string> metrics = {"multimatch", "scanmatch", "edit_distance"};
  std::string short_rule = "pad";
  std::vector<double> simplify;  // direction, duration, amplitude
  bool all_pairs = false;
  bool lenient = false;
  JsonOutput json;

  bool Wants(const std::string& metric) const {
    return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
  }
};

// A pair of trials by their places in the files, and what was scored.
struct Comparison {
  std::size_t first = 0;
  std::size_t second = 0;
  std::optional<MultiMatchScores> multimatch;
  std::optional<double> scanmatch;
  std::optional<double> scanmatch_duration;
  int edit_distance = 0;
};

template <Frame F>
struct PreparedTrial {
  PreparedScanpath<F> saccades;
  std::vector<int> bins;
  std::vector<int> bins_with_durations;
};

MultiMatchOptions ParseMultiMatch(const CompareOptions& options) {
  MultiMatchOptions parsed;
  if (options.short_rule == "skip") parsed.short_rule = ShortRule::kSkip;
  if (!options.simplify.empty()) {
    parsed.simplification =
        Simplification{options.simplify[0], options.simplify[1], options.simplify[2]};
  }
  return parsed;
}

// With --frame display coordinates are taken for display pixels whatever they are: short scanpaths
// near the corner look like the image frame. Otherwise the file tells, and is scaled if need be.
template <Frame F>
std::vector<Trial<F>> ReadTrialsIn(const std::string& path, const CompareOptions& options) {
  TrialFileOptions reading{.lenient = options.lenient, .allow_repeats = true};
  if constexpr (F == Frame::kDisplay) {
    reading.frame = Frame::kDisplay;
    return ReadTrialsInDisplay(path, reading);
  } else {
    return ReadTrialsInImage(path, reading);
  }
}

template <Frame F>
std::vector<PreparedTrial<F>> PrepareAll(const std::vector<Trial<F>>& trials,
                                         const MultiMatchOptions& options) {
  std::vector<PreparedTrial<F>> prepared(trials.size());
  ParallelFor(trials.size(), [&](std::size_t i) {
    const std::span<const Fixation<F>> scanpath = trials[i].scanpath;
    prepared[i] = {Prepare(scanpath, options), BinString(scanpath),
                   BinStringWithDurations(scanpath)};
  });
  return prepared;
}

template <Frame F>
std::vector<Comparison> PairUp(const std::vector<Trial<F>>& first,
                               const std::vector<Trial<F>>& second, const CompareOptions& options) {
  std::vector<Comparison> pairs;
  if (!options.all_pairs) {
    if (first.size() != second.size()) {
      throw InputError(
          options.second, "",
          "has {} trials and {} has {}; the i-th are compared with each other, so give "
          "equally many, or --all-pairs",
          second.size(), options.first, first.size());
    }
    std::size_t unlike = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
      pairs.push_back({i, i, {}, {}, {}, 0});
      unlike += first[i].task != second[i].task || first[i].name != second[i].name;
    }
    if (unlike > 0) {
      LogWarning("{} of {} pairs are of different pictures or targets; --all-pairs matches them",
                 unlike, pairs.size());
    }
    return pairs;
  }
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places;
  for (std::size_t j = 0; j < second.size(); ++j) {
    places[{second[j].task, second[j].name}].push_back(j);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto found = places.find({first[i].task, first[i].name});
    if (found == places.end()) continue;
    for (const std::size_t j : found->second) pairs.push_back({i, j, {}, {}, {}, 0});
  }
  if (pairs.empty()) {
    throw InputError(options.second, "", "shares no (task, picture) pair with {}", options.first);
  }
  return pairs;
}

Json ToJson(const MultiMatchScores& scores) {
  return {{"shape", scores.shape},
          {"direction", scores.direction},
          {"length", scores.length},
          {"position", scores.position},
          {"duration", scores.duration}};
}

template <Frame F>
Json ToJson(const Comparison& pair, const Trial<F>& first, const Trial<F>& second,
            const CompareOptions& options) {
  Json json = {
      {"first", pair.first}, {"second", pair.second},          {"task", first.task},
      {"name", first.name},  {"first_subject", first.subject}, {"second_subject", second.subject}};
  if (pair.multimatch) json["multimatch"] = ToJson(*pair.multimatch);
  if (pair.scanmatch) json["scanmatch"] = *pair.scanmatch;
  if (pair.scanmatch_duration) json["scanmatch_duration"] = *pair.scanmatch_duration;
  if (options.Wants("edit_distance")) json["edit_distance"] = pair.edit_distance;
  return json;
}

struct ScoreColumn {
  const char* header;
  std::optional<double> (*value)(const Comparison&);
};

template <double MultiMatchScores::*kField>
std::optional<double> MultiMatchField(const Comparison& pair) {
  if (!pair.multimatch) return std::nullopt;
  return (*pair.multimatch).*kField;
}

std::vector<ScoreColumn> ColumnsOf(const CompareOptions& options) {
  std::vector<ScoreColumn> columns;
  if (options.Wants("multimatch")) {
    columns = {{"shape", MultiMatchField<&MultiMatchScores::shape>},
               {"direction", MultiMatchField<&MultiMatchScores::direction>},
               {"length", MultiMatchField<&MultiMatchScores::length>},
               {"position", MultiMatchField<&MultiMatchScores::position>},
               {"duration", MultiMatchField<&MultiMatchScores::duration>}};
  }
  if (options.Wants("scanmatch")) {
    columns.push_back({"ScanMatch", [](const Comparison& pair) { return pair.scanmatch; }});
    columns.push_back(
        {"with durations", [](const Comparison& pair) { return pair.scanmatch_duration; }});
  }
  if (options.Wants("edit_distance")) {
    columns.push_back({"edit distance", [](const Comparison& pair) -> std::optional<double> {
                         return pair.edit_distance;
                       }});
  }
  return columns;
}

// Over the pairs that have the score.
TableCell Mean(const std::vector<Comparison>& pairs, const ScoreColumn& column) {
  double sum = 0;
  int count = 0;
  for (const Comparison& pair : pairs) {
    const std::optional<double> value = column.value(pair);
    sum += value.value_or(0);
    count += value.has_value();
  }
  return count > 0 ? TableCell(sum / count) : TableCell();
}

template <Frame F>
void Print(const std::vector<Comparison>& pairs, const std::vector<Trial<F>>& first,
           const std::vector<Trial<F>>& second, const CompareOptions& options) {
  constexpr std::size_t kShown = 50;
  Table table;
  table.title = {fmt::format("{} against {}", options.first, options.second),
                 fmt::format("{} pairs, {} frame, short scanpaths: {}", pairs.size(), FrameName(F),
                             options.short_rule)};
  if (pairs.size() > kShown) {
    table.title.push_back(fmt::format("the first {} are shown; --json gives all", kShown));
  }
  table.columns = {{"task", 0}, {"picture", 0}, {"subjects", 0}};
  const std::vector<ScoreColumn> columns = ColumnsOf(options);
  for (const ScoreColumn& column : columns) table.columns.push_back({column.header, 3});
  for (std::size_t i = 0; i < std::min(pairs.size(), kShown); ++i) {
    const Trial<F>& a = first[pairs[i].first];
    const Trial<F>& b = second[pairs[i].second];
    std::vector<TableCell> cells = {a.task, a.name, fmt::format("{}, {}", a.subject, b.subject)};
    for (const ScoreColumn& column : columns) cells.push_back(column.value(pairs[i]));
    table.rows.push_back(std::move(cells));
  }
  std::vector<TableCell> last = {fmt::format("mean of {}", pairs.size()), "", ""};
  for (const ScoreColumn& column : columns) last.push_back(Mean(pairs, column));
  table.rows.push_back(std::move(last));
  PrintTable(table);
}

template <Frame F>
void RunIn(const CompareOptions& options) {
  const std::vector<Trial<F>> first = ReadTrialsIn<F>(options.first, options);
  const std::vector<Trial<F>> second = ReadTrialsIn<F>(options.second, options);
  std::vector<Comparison> pairs = PairUp(first, second, options);
  const MultiMatchOptions multimatch = ParseMultiMatch(options);
  const std::vector<PreparedTrial<F>> a = PrepareAll(first, multimatch);
  const std::vector<PreparedTrial<F>> b = PrepareAll(second, multimatch);
  const bool wants_multimatch = options.Wants("multimatch");
  const bool wants_scanmatch = options.Wants("scanmatch");
  const bool wants_edit_distance = options.Wants("edit_distance");
  ParallelFor(pairs.size(), [&](std::size_t i) {
    Comparison& pair = pairs[i];
    const PreparedTrial<F>& x = a[pair.first];
    const PreparedTrial<F>& y = b[pair.second];
    if (wants_multimatch) pair.multimatch = MultiMatch(x.saccades, y.saccades);
    if (wants_scanmatch) {
      pair.scanmatch = ScanMatch(x.bins, y.bins);
      pair.scanmatch_duration = ScanMatch(x.bins_with_durations, y.bins_with_durations);
    }
    if (wants_edit_distance) pair.edit_distance = EditDistance(x.bins, y.bins);
  });
  Json json = Json::array();
  if (options.json.wanted) {
    for (const Comparison& pair : pairs) {
      json.push_back(ToJson(pair, first[pair.first], second[pair.second], options));
    }
  }
  if (!WriteJson(options.json, json)) Print(pairs, first, second, options);
}

}  // namespace

void AddCompare(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand(
      "compare", "Score the scanpaths of two files pair by pair, nothing filtered or cut");
  command->footer(
      "Example:\n  saccade compare mine.json theirs.json --frame image --json out.json");
  const auto options = std::make_shared<CompareOptions>();
  command->add_option("first", options->first, "Scanpaths (COCO-Search18 JSON)")
      ->required()
      ->type_name("A.json");
  command->add_option("second", options->second, "Scanpaths to compare them with")
      ->required()
      ->type_name("B.json");
  options->frame = "image";
  command
      ->add_option("--frame", options->frame,
                   "Frame to score in. image: files in display pixels are scaled to 512x320; "
                   "display: coordinates are 1680x1050 pixels")
      ->capture_default_str()
      ->check(CLI::IsMember({"image", "display"}));
  command->add_option("--metric", options->metrics, "What to score")
      ->capture_default_str()
      ->check(CLI::IsMember({"multimatch", "scanmatch", "edit_distance"}));
  command
      ->add_option("--short", options->short_rule,
                   "MultiMatch of fewer than three fixations: pad as the released code, or skip")
      ->capture_default_str()
      ->check(CLI::IsMember({"pad", "skip"}));
  command
      ->add_option("--simplify", options->simplify,
                   "Simplify scanpaths for MultiMatch: direction (degrees), duration (ms), "
                   "amplitude (pixels)")
      ->expected(3)
      ->check(CLI::Range(0.0, 1e4));
  command->add_flag(
      "--all-pairs", options->all_pairs,
      "Compare all scanpaths of the same picture and task, not the i-th with the i-th");
  command->add_flag("--lenient", options->lenient, "Skip bad trials and count them by reason");
  AddJsonOption(*command, options->json);
  command->callback([options, &invocation] {
    invocation.run = [options] {
      options->frame == "display" ? RunIn<Frame::kDisplay>(*options)
                                  : RunIn<Frame::kImage>(*options);
    };
  });
}

}  // namespace saccade::cli
