#include "saccade/app/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "saccade/app/merge.h"
#include "saccade/cli/command.h"
#include "saccade/cli/evaluation_output.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/shard_option.h"
#include "saccade/cli/table.h"
#include "saccade/metrics/score.h"
#include "saccade/scene/trial_file.h"

namespace saccade::cli {
namespace {

using app::ComparedPair;
using metrics::MultiMatchScores;

struct CompareCommand {
  app::CompareOptions options;
  JsonOutput json;
  std::string shard;
  std::string out;  // of shares
};

struct ScoreColumn {
  std::string header;
  std::function<std::optional<double>(const ComparedPair&)> value;
};

template <double MultiMatchScores::*kField>
std::optional<double> MultiMatchField(const ComparedPair& pair) {
  if (!pair.multimatch) return std::nullopt;
  return (*pair.multimatch).*kField;
}

std::vector<ScoreColumn> ColumnsOf(const app::CompareOptions& options,
                                   const std::vector<ComparedPair>& pairs) {
  std::vector<ScoreColumn> columns;
  if (options.Wants("multimatch")) {
    columns = {{"shape", MultiMatchField<&MultiMatchScores::shape>},
               {"direction", MultiMatchField<&MultiMatchScores::direction>},
               {"length", MultiMatchField<&MultiMatchScores::length>},
               {"position", MultiMatchField<&MultiMatchScores::position>},
               {"duration", [](const ComparedPair& pair) {
                  return pair.timed ? MultiMatchField<&MultiMatchScores::duration>(pair)
                                    : std::nullopt;
                }}};
  }
  if (options.Wants("scanmatch")) {
    columns.push_back({"ScanMatch", [](const ComparedPair& pair) { return pair.scanmatch; }});
    columns.push_back(
        {"with durations", [](const ComparedPair& pair) { return pair.scanmatch_duration; }});
  }
  if (options.Wants("edit_distance")) {
    columns.push_back({"edit distance", [](const ComparedPair& pair) -> std::optional<double> {
                         return pair.edit_distance;
                       }});
  }
  const std::size_t more = pairs.empty() ? 0 : pairs.front().more.size();
  for (std::size_t i = 0; i < more; ++i) {
    const std::string_view key = pairs.front().more[i].key;
    columns.push_back({std::string(metrics::ScoreInfoOf(key).header),
                       [i](const ComparedPair& pair) { return pair.more[i].value; }});
  }
  return columns;
}

// Over the pairs that have the score.
TableCell Mean(const std::vector<ComparedPair>& pairs, const ScoreColumn& column) {
  double sum = 0;
  int count = 0;
  for (const ComparedPair& pair : pairs) {
    const std::optional<double> value = column.value(pair);
    sum += value.value_or(0);
    count += value.has_value();
  }
  return count > 0 ? TableCell(sum / count) : TableCell();
}

void Print(const std::vector<ComparedPair>& pairs, const app::CompareOptions& options) {
  constexpr std::size_t kShown = 50;
  Table table;
  const bool pads = options.multimatch.short_rule == metrics::ShortRule::kPad;
  table.title = {fmt::format("{} against {}", options.first.string(), options.second.string()),
                 fmt::format("{} pairs, {} frame, short scanpaths: {}", pairs.size(),
                             FrameName(options.frame), pads ? "pad" : "skip")};
  if (pairs.size() > kShown) {
    table.title.push_back(fmt::format("the first {} are shown; --json gives all", kShown));
  }
  table.columns = {{"task", 0}, {"picture", 0}, {"subjects", 0}};
  const std::vector<ScoreColumn> columns = ColumnsOf(options, pairs);
  for (const ScoreColumn& column : columns) table.columns.push_back({column.header, 3});
  for (const ComparedPair& pair : std::span(pairs).first(std::min(pairs.size(), kShown))) {
    std::vector<TableCell> cells = {pair.task, pair.name,
                                    fmt::format("{}, {}", pair.first_subject, pair.second_subject)};
    for (const ScoreColumn& column : columns) cells.push_back(column.value(pair));
    table.rows.push_back(std::move(cells));
  }
  std::vector<TableCell> last = {fmt::format("mean of {}", pairs.size()), "", ""};
  for (const ScoreColumn& column : columns) last.push_back(Mean(pairs, column));
  table.rows.push_back(std::move(last));
  PrintTable(table);
}

void Run(const CompareCommand& command, const CLI::App& app) {
  app::CompareOptions options = command.options;
  const auto share = ShareCallIfAsked(app, command.shard, command.out,
                                      {options.first, options.second}, {"--json"});
  if (share && app::IsShareWritten(*share)) return;
  if (share) options.shard = share->shard;
  const app::CompareResult result = app::Compare(options);
  if (share) return app::WriteShare(*share, app::kComparisonShare, {}, app::ShareOf(result.pairs));
  if (command.json.wanted && WriteJson(command.json, app::ToJson(result.pairs))) return;
  PrintUnderstood(result.understood);
  Print(result.pairs, options);
}

}  // namespace

void AddCompare(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand(
      "compare", "Score the scanpaths of two files pair by pair, nothing filtered or cut");
  command->footer(
      "Example:\n  saccade compare mine.json theirs.json --frame image --json out.json");
  const auto call = std::make_shared<CompareCommand>();
  OptionList options = OptionsOf(call->options);
  AddOption(*command, options.Take("first"), "first")->required();
  AddOption(*command, options.Take("second"), "second")->required();
  AddOptions(*command, options.Drop({"shard"}));
  AddShardOption(*command, call->shard);
  AddShareOutOption(*command, call->out);
  AddJsonOption(*command, call->json);
  command->callback(
      [call, command, &invocation] { invocation.run = [call, command] { Run(*call, *command); }; });
}

}  // namespace saccade::cli
