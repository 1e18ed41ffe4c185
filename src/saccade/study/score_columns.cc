#include "saccade/study/score_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace saccade {
namespace {

using namespace metrics;

std::string_view LevelName(ScoreLevel level) {
  switch (level) {
    case ScoreLevel::kTrial:
      return "trial";
    case ScoreLevel::kPair:
      return "pair";
    case ScoreLevel::kFixation:
      return "fixation";
    case ScoreLevel::kStep:
      return "step";
    case ScoreLevel::kRow:
      return "row";
  }
  return "";
}

std::string_view BetterName(Better better) {
  return better == Better::kHigher ? "higher" : better == Better::kLower ? "lower" : "like people";
}

std::string_view FamilyWord(const ScoreInfo& info) {
  return std::ranges::find(kScoreFamilies, info.family, &FamilyName::family)->word;
}

std::vector<std::string> NeedNames(const ScoreInfo& info) {
  constexpr std::pair<Need, const char*> kNames[] = {
      {kNeedsBox, "box"},     {kNeedsPeople, "other people"}, {kNeedsLabels, "--labels"},
      {kNeedsMaps, "--maps"}, {kNeedsPrior, "--train"},       {kNeedsDurations, "durations"}};
  std::vector<std::string> names;
  for (const auto& [need, name] : kNames) {
    if (info.Needs(need)) names.emplace_back(name);
  }
  return names;
}

std::string PageOf(const ScoreInfo& info) { return fmt::format("docs/metrics/{}.md", info.page); }

}  // namespace

ScoreColumns ScoreColumnsOf(const std::vector<const ScoreVector*>& rows,
                            const std::function<bool(const ScoreInfo&)>& wanted) {
  ScoreColumns columns;
  for (const ScoreInfo& info : kScoreTable) {
    const bool any = std::ranges::any_of(
        rows, [&](const ScoreVector* scores) { return IsPresent((*scores)[info.slot]); });
    if (any && info.values == 1 && wanted(info)) columns.push_back(&info);
  }
  return columns;
}

TableCell ScoreCell(const ScoreVector& scores, const ScoreInfo& info) {
  const double score = scores[info.slot];
  return IsPresent(score) ? TableCell(score) : TableCell();
}

std::string HeadersOf(const ScoreColumns& columns) {
  std::string text;
  for (const ScoreInfo* column : columns) {
    if (!text.empty()) text += column == columns.back() ? " and " : ", ";
    text += column->header;
  }
  return text;
}

Table ScoreLegend() {
  Table table;
  table.title = {
      "Columns and JSON keys of scores",
      "a row's score is the mean over its trials (scanpaths), pairs of target and picture, "
      "or fixations, where it exists for them"};
  table.columns = {{"column"}, {"score"},  {"key"},     {"good"}, {"one a"},
                   {"needs"},  {"family"}, {"meaning"}, {"page"}};
  for (const ScoreInfo& info : kScoreTable) {
    table.rows.push_back({info.header, info.name, info.key, BetterName(info.better),
                          LevelName(info.level),
                          fmt::format("{}", fmt::join(NeedNames(info), ", ")), FamilyWord(info),
                          info.explanation, PageOf(info)});
  }
  return table;
}

nlohmann::ordered_json ScoreLegendJson() {
  nlohmann::ordered_json legend = nlohmann::ordered_json::array();
  for (const ScoreInfo& info : kScoreTable) {
    legend.push_back({{"key", info.key},
                      {"name", info.name},
                      {"column", info.header},
                      {"good", BetterName(info.better)},
                      {"level", LevelName(info.level)},
                      {"needs", NeedNames(info)},
                      {"family", FamilyWord(info)},
                      {"values", info.values},
                      {"explanation", info.explanation},
                      {"page", PageOf(info)}});
  }
  return legend;
}

}  // namespace saccade
