#include "saccade/study/evaluation_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/metrics/published.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

constexpr std::string_view kMultiMatchPrefix = "multimatch.";

std::vector<double> Curve(const ScoreVector& scores) {
  return {scores.begin() + kCdf, scores.begin() + kCdf + kScoredPoints};
}

Json Intervals(const ScoreSummary& summary) {
  Json json = Json::object();
  if (IsPresent(summary.low[kCdf])) json["cdf"] = {Curve(summary.low), Curve(summary.high)};
  for (int score = kTfpAuc; score < kScores; ++score) {
    if (!IsPresent(summary.low[score])) continue;
    json[std::string(ScoreKey(score))] = {summary.low[score], summary.high[score]};
  }
  return json;
}

void ReadCurve(const Json& json, ScoreVector& scores) {
  const auto curve = json.get<FoundCurve>();
  std::ranges::copy(curve, scores.begin() + kCdf);
}

ScoreSummary SummaryFrom(const Json& json) {
  ScoreSummary summary;
  if (json.contains("cdf")) ReadCurve(json.at("cdf"), summary.value);
  for (int score = kTfpAuc; score < kScores; ++score) {
    std::string key(ScoreKey(score));
    const bool nested = key.starts_with(kMultiMatchPrefix);
    if (nested && !json.contains("multimatch")) continue;
    const Json& object = nested ? json.at("multimatch") : json;
    if (nested) key = key.substr(kMultiMatchPrefix.size());
    if (object.contains(key)) summary.value[score] = object.at(key).get<double>();
  }
  if (!json.contains("intervals")) return summary;
  const Json& intervals = json.at("intervals");
  if (intervals.contains("cdf")) {
    ReadCurve(intervals.at("cdf").at(0), summary.low);
    ReadCurve(intervals.at("cdf").at(1), summary.high);
  }
  for (int score = kTfpAuc; score < kScores; ++score) {
    const std::string key(ScoreKey(score));
    if (!intervals.contains(key)) continue;
    summary.low[score] = intervals.at(key).at(0).get<double>();
    summary.high[score] = intervals.at(key).at(1).get<double>();
  }
  return summary;
}

}  // namespace

void SetScore(Json& json, int score, double value) {
  if (!IsPresent(value)) return;
  const std::string_view key = ScoreKey(score);
  if (key.starts_with(kMultiMatchPrefix)) {
    json["multimatch"][std::string(key.substr(kMultiMatchPrefix.size()))] = value;
  } else {
    json[std::string(key)] = value;
  }
}

void SetScores(Json& json, const ScoreVector& scores) {
  if (IsPresent(scores[kCdf])) json["cdf"] = Curve(scores);
  for (int score = kTfpAuc; score < kScores; ++score) SetScore(json, score, scores[score]);
}

void SetSummary(Json& json, const ScoreSummary& summary) {
  SetScores(json, summary.value);
  Json intervals = Intervals(summary);
  if (!intervals.empty()) json["intervals"] = std::move(intervals);
}

Json RowJson(const RowSummary& row, bool by_subject) {
  Json json = {{"name", row.name}};
  if (row.scanpaths > 0) {
    json["scanpaths"] = row.scanpaths;
    json["pairs"] = row.pairs;
  }
  SetSummary(json, row.scores);
  if (by_subject && row.scanpaths > 0) {
    json["by_subject"] = {{"subjects", row.by_subject.subjects},
                          {"cdf", row.by_subject.mean},
                          {"standard_error", row.by_subject.standard_error}};
  }
  json["tasks"] = Json::object();
  for (const TaskSummary& task : row.tasks) {
    Json entry = {{"scanpaths", task.scanpaths}};
    SetSummary(entry, task.scores);
    json["tasks"][task.task] = std::move(entry);
  }
  return json;
}

RowSummary RowFromJson(const Json& json, const std::filesystem::path& origin) {
  try {
    RowSummary row;
    row.name = json.at("name").get<std::string>();
    row.scanpaths = json.value("scanpaths", std::size_t{0});
    row.pairs = json.value("pairs", std::size_t{0});
    row.scores = SummaryFrom(json);
    if (json.contains("by_subject")) {
      const Json& curve = json.at("by_subject");
      row.by_subject.subjects = curve.at("subjects").get<std::vector<Identifier>>();
      row.by_subject.mean = curve.at("cdf").get<FoundCurve>();
      row.by_subject.standard_error = curve.at("standard_error").get<FoundCurve>();
    }
    for (const auto& [task, entry] : json.at("tasks").items()) {
      row.tasks.push_back({task, entry.at("scanpaths").get<std::size_t>(), SummaryFrom(entry)});
    }
    return row;
  } catch (const Json::exception& error) {
    throw InputError(origin, "", "holds no row of scores ({})", error.what());
  }
}

Json EvaluationHeader(const HumanSet& humans, std::uint64_t seed) {
  Json json = {{"protocol", humans.protocol.name},
               {"split", humans.split},
               {"trials", humans.trials},
               {"pairs", humans.pairs.size()},
               {"seed", seed}};
  const CutOptions& cut = humans.protocol.cut;
  if (cut.cut != StringCut::kNone) {
    json["cut"] = {{"strings", CutName(cut.cut)}, {"steps", cut.steps}};
  }
  return json;
}

Json PublishedJson() {
  Json rows = Json::array();
  for (const PublishedRow& row : PublishedRows()) {
    Json entry = {{"name", row.name}};
    SetScores(entry, row.scores);
    rows.push_back(std::move(entry));
  }
  return rows;
}

std::string_view CutName(StringCut cut) {
  return cut == StringCut::kNone ? "none" : cut == StringCut::kBoth ? "both" : "prediction";
}

}  // namespace saccade
