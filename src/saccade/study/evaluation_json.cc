#include "saccade/study/evaluation_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "saccade/base/error.h"
#include "saccade/metrics/published.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

// The object that a key of the table lies in, and its name there: "multimatch.shape" is "shape" in
// "multimatch".
std::pair<std::string, std::string> Places(const ScoreInfo& info) {
  const std::string key(info.key);
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) return {"", key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

// A number, or a list of them for a curve.
Json ValueOf(const ScoreInfo& info, const ScoreVector& scores) {
  const std::span values = std::span(scores).subspan(info.slot, info.values);
  return info.values == 1 ? Json(values[0]) : Json(std::vector(values.begin(), values.end()));
}

void Set(Json& json, const ScoreInfo& info, Json value) {
  const auto [object, name] = Places(info);
  (object.empty() ? json : json[object])[name] = std::move(value);
}

void ReadValue(const Json& json, const ScoreInfo& info, ScoreVector& scores) {
  const auto values =
      info.values == 1 ? std::vector{json.get<double>()} : json.get<std::vector<double>>();
  if (values.size() != info.values) {
    throw Json::other_error::create(
        500,
        fmt::format("{} has {} values and should have {}", info.key, values.size(), info.values),
        &json);
  }
  std::ranges::copy(values, scores.begin() + static_cast<std::ptrdiff_t>(info.slot));
}

Json Intervals(const ScoreSummary& summary) {
  Json json = Json::object();
  for (const ScoreInfo& info : kScoreTable) {
    if (!IsPresent(summary.low[info.slot])) continue;
    json[std::string(info.key)] = {ValueOf(info, summary.low), ValueOf(info, summary.high)};
  }
  return json;
}

void SetTests(Json& json, const Difference& difference) {
  for (const ScoreInfo& info : kScoreTable) {
    if (!IsPresent(difference.p[info.slot])) continue;
    json["tests"][std::string(info.key)] = {{"p", difference.p[info.slot]},
                                            {"p_holm", difference.p_holm[info.slot]},
                                            {"effect_size", difference.effect[info.slot]}};
  }
}

ScoreSummary SummaryFrom(const Json& json) {
  ScoreSummary summary;
  const Json none = Json::object();
  const Json& intervals = json.contains("intervals") ? json.at("intervals") : none;
  for (const ScoreInfo& info : kScoreTable) {
    if (const Json* value = FindScore(json, info)) ReadValue(*value, info, summary.value);
    const std::string key(info.key);
    if (!intervals.contains(key)) continue;
    ReadValue(intervals.at(key).at(0), info, summary.low);
    ReadValue(intervals.at(key).at(1), info, summary.high);
  }
  return summary;
}

}  // namespace

const Json* FindScore(const Json& json, const ScoreInfo& info) {
  const auto [object, name] = Places(info);
  if (!object.empty() && !json.contains(object)) return nullptr;
  const Json& in = object.empty() ? json : json.at(object);
  return in.contains(name) ? &in.at(name) : nullptr;
}

void SetScores(Json& json, const ScoreVector& scores) {
  for (const ScoreInfo& info : kScoreTable) {
    if (IsPresent(scores[info.slot])) Set(json, info, ValueOf(info, scores));
  }
}

void SetScore(Json& json, const ScoreInfo& info, double value) { Set(json, info, value); }

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

Json EvaluationJson(const HumanSet& humans, const Evaluation& evaluation, std::uint64_t seed,
                    bool by_subject) {
  Json json = EvaluationHeader(humans, seed);
  json["rows"] = Json::array();
  for (const RowSummary& row : evaluation.rows) json["rows"].push_back(RowJson(row, by_subject));
  for (const Difference& difference : evaluation.differences) {
    Json entry = {{"first", difference.first}, {"second", difference.second}};
    SetSummary(entry, difference.scores);
    SetTests(entry, difference);
    json["differences"].push_back(std::move(entry));
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
