#include "saccade/app/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/metrics/row.h"
#include "saccade/metrics/row_on_pair.h"

namespace saccade::app {
namespace {

using namespace metrics;

// The parts of "TARGET|PICTURE|PERSON" that are given.
struct Wanted {
  std::optional<std::string> task{}, subject{};
  std::string name{};
};

Wanted Parse(const std::string& which) {
  std::vector<std::string> parts(1);
  for (const char c : which) {
    if (c == '|')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (parts.size() == 1) return {.name = parts[0]};
  if (parts.size() == 2) return {.task = parts[0], .name = parts[1]};
  if (parts.size() == 3) return {.task = parts[0], .subject = parts[2], .name = parts[1]};
  throw InputError("--explain " + which +
                   ": PICTURE, TARGET|PICTURE or TARGET|PICTURE|PERSON is expected");
}

std::size_t PairOf(const HumanSet& humans, const Wanted& wanted, const std::string& which) {
  const auto found = std::ranges::find_if(humans.pairs, [&](const HumanPair& pair) {
    return pair.name == wanted.name && (!wanted.task || *wanted.task == pair.task);
  });
  if (found == humans.pairs.end()) {
    throw InputError("--explain " + which + ": no human trial that is scored is of that picture" +
                     (wanted.task ? " and target" : ""));
  }
  return static_cast<std::size_t>(found - humans.pairs.begin());
}

std::vector<ScoredScanpath> ScanpathsOn(const HumanSet& humans, const HumanPair& pair,
                                        const ExplainedRow& row) {
  if (row.human) return pair.trials;
  Protocol protocol = humans.protocol;
  protocol.predicted_cell = row.predicted_cell;
  const auto labels = LabelsOf(humans, pair);
  std::vector<ScoredScanpath> scored;
  for (const TrialInImage& trial : row.scanpaths) {
    if (trial.task != pair.task || trial.name != pair.name) continue;
    scored.push_back(PrepareScanpath(PredictionUsed(trial.scanpath, pair.target, protocol),
                                     trial.subject, pair.target, pair.clusters,
                                     labels ? &*labels : nullptr, protocol));
  }
  return scored;
}

TableCell At(const std::vector<int>& symbols, std::size_t i) {
  return i < symbols.size() ? TableCell(symbols[i]) : TableCell();
}

Table FixationTable(const std::string& title, const ScoredScanpath& scored) {
  Table table;
  table.title = {title, "x and y in pixels of 512x320; symbols as the strings of scores have them"};
  table.columns = {{"fixation"}, {"x", 1},    {"y", 1}, {"ms"},
                   {"target"},   {"cluster"}, {"bin"},  {"label"}};
  for (std::size_t i = 0; i < scored.scanpath.size(); ++i) {
    const FixationInImage& fixation = scored.scanpath[i];
    const bool on = scored.target && scored.target->Contains(fixation.point);
    table.rows.push_back(
        {i + 1, fixation.point.x, fixation.point.y,
         HasDurations(scored.scanpath) ? TableCell(fixation.duration_ms) : TableCell(),
         scored.target ? TableCell(on ? "on it" : "no") : TableCell(), At(scored.clusters, i),
         At(scored.bins, i), At(scored.labels, i)});
  }
  return table;
}

std::string PersonName(const ScoredScanpath& trial, std::size_t t) {
  return trial.subject.known() ? trial.subject.text() : fmt::format("trial {}", t + 1);
}

// A score a line, a person a column.
Table PeopleTable(const RowOnPair& row, std::size_t scanpath, const ScanpathScores& scores) {
  Table table;
  table.title = {"Against each person; a score is the mean over people"};
  table.columns = {{"score"}, {"mean", 3}};
  std::vector<const ScoreInfo*> lines;
  for (const ScoreInfo& info : kScoreTable) {
    if (!info.of_two || !IsPresent(scores.scores[info.slot])) continue;
    lines.push_back(&info);
    table.rows.push_back({info.header, scores.scores[info.slot]});
  }
  for (std::size_t t = 0; t < row.pair.trials.size(); ++t) {
    if (!row.IsBeside(scanpath, t)) continue;
    const Compared two(row.scored[scanpath], row.pair.trials[t], row.humans.protocol);
    table.columns.push_back({PersonName(row.pair.trials[t], t), 3});
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool has = (lines[i]->needs & Missing(two)) == 0;
      table.rows[i].push_back(has ? TableCell(lines[i]->of_two(two)) : TableCell());
    }
  }
  return table;
}

// What people's strings are, to be read beside the scores.
Table StringTable(const RowOnPair& row, std::size_t scanpath) {
  Table table;
  table.title = {"Strings of clusters"};
  table.columns = {{"who"}, {"fixations"}, {"clusters"}};
  const auto add = [&](const std::string& who, const ScoredScanpath& scored) {
    table.rows.push_back(
        {who, scored.scanpath.size(), fmt::format("{}", fmt::join(scored.clusters, " "))});
  };
  add("this scanpath", row.scored[scanpath]);
  for (std::size_t t = 0; t < row.pair.trials.size(); ++t) {
    if (row.IsBeside(scanpath, t)) add(PersonName(row.pair.trials[t], t), row.pair.trials[t]);
  }
  return table;
}

Table OtherTable(const RowOnPair& row, const ScanpathScores& scores) {
  Table table;
  table.title = {"Of the scanpath alone, and of all of the row's scanpaths on the pair"};
  table.columns = {{"score"}, {"value", 3}, {"of"}, {"meaning"}};
  for (const ScoreInfo& info : kScoreTable) {
    if (info.of_scanpath && IsPresent(scores.scores[info.slot])) {
      table.rows.push_back({info.header, scores.scores[info.slot], "it", info.explanation});
    }
    if (!info.of_pair || !row.humans.protocol.Wants(info.family)) continue;
    std::vector<TrialSum> trials(row.pair.trials.size());
    info.of_pair(row, trials);
    TrialSum all;
    for (const TrialSum& one : trials) all.sum += one.sum, all.count += one.count;
    if (all.count == 0) continue;
    table.rows.push_back({info.header, all.sum / all.count,
                          fmt::format("pair: {:.3f} / {:.3f}", all.sum, all.count),
                          info.explanation});
  }
  return table;
}

}  // namespace

std::vector<Table> ExplainRow(const HumanSet& humans, const ExplainedRow& explained,
                              const std::string& which) {
  const Wanted wanted = Parse(which);
  const std::size_t pair_index = PairOf(humans, wanted, which);
  const HumanPair& pair = humans.pairs[pair_index];
  const std::vector<ScoredScanpath> scored = ScanpathsOn(humans, pair, explained);
  const auto found = std::ranges::find_if(scored, [&](const ScoredScanpath& one) {
    return !wanted.subject || one.subject.text() == *wanted.subject;
  });
  const std::string about = fmt::format("{}: {} in {}", explained.name, pair.task, pair.name);
  if (found == scored.end()) return {{.title = {about + ": no such scanpath"}}};
  const auto place = static_cast<std::size_t>(found - scored.begin());
  const RowOnPair row(humans, pair, explained.human ? pair.trials : scored, explained.human);
  PairScores rest;
  const ScanpathScores scores = ScoreOnPair(humans, pair_index, row, rest)[place];
  return {FixationTable(fmt::format("{}, scanpath {}", about, PersonName(*found, place)), *found),
          StringTable(row, place), PeopleTable(row, place, scores), OtherTable(row, scores)};
}

}  // namespace saccade::app
