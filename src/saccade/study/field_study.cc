#include "saccade/study/field_study.h"

#include <fmt/format.h>

#include <memory>
#include <set>

#include "saccade/base/error.h"
#include "saccade/learn/run_folder.h"
#include "saccade/metrics/evaluation.h"
#include "saccade/metrics/prediction_check.h"
#include "saccade/metrics/published.h"
#include "saccade/scene/category.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/evaluation_json.h"
#include "saccade/study/row_source.h"
#include "saccade/study/score_columns.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using metrics::IsPresent;
using metrics::RowSummary;
using metrics::ScoreInfo;
using metrics::ScoreVector;

// Trials that predictions are scored against, read when a cell first asks for them.
class FieldData {
 public:
  explicit FieldData(const StudyOptions& options) : options_(options) {}

  const ScoredTrials& Scored() {
    if (scored_) return *scored_;
    scored_ = std::make_unique<ScoredTrials>();
    scored_->file = options_.validation;
    scored_->trials = ReadTrialsInImage(options_.validation);
    metrics::Protocol protocol = metrics::ProtocolByName(options_.protocol);
    protocol.families = metrics::kAllScores;
    protocol.condition = metrics::MainCondition(scored_->trials);
    scored_->humans = metrics::PrepareHumans(scored_->trials, protocol, options_.labels);
    return *scored_;
  }

 private:
  StudyOptions options_;
  std::unique_ptr<ScoredTrials> scored_;
};

struct FieldCell {
  std::string name;              // of its folder
  std::string title;             // of its row
  std::filesystem::path file{};  // of predictions; empty of people and chance
};

std::vector<FieldCell> RowsWanted(const StudyOptions& options) {
  std::vector<FieldCell> rows = {{"people", "people", {}}, {"random", "random scanpath", {}}};
  std::set<std::string> names = {"people", "random"};
  for (const GivenPredictions& given : options.predictions) {
    const std::string name = "predictions-" + FolderName(given.name);
    if (!names.insert(name).second) {
      throw InputError(fmt::format(
          "--predictions: two rows are called \"{}\"; name them with NAME=FILE", given.name));
    }
    rows.push_back({name, given.name, given.file});
  }
  return rows;
}

metrics::Row ScoreRow(const FieldCell& cell, const ScoredTrials& on, const StudyOptions& options) {
  if (cell.file.empty()) {
    const RowRequest request{.title = cell.title,
                             .predict = {.samples = options.samples, .seed = options.seed},
                             .measure_rate = false};
    return OpenRowSource(cell.name == "people" ? "human" : "random", {})
        ->Score(on, nullptr, request)
        .row;
  }
  const auto predictions = metrics::CheckedPredictions(
      on.trials, cell.title, ReadTrialsInImage(cell.file, {.allow_repeats = true}),
      metrics::StartRule::kRefuse);
  return metrics::ScorePredictions(on.humans, cell.title, predictions,
                                   on.humans.protocol.predicted_cell);
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  const auto data = std::make_shared<FieldData>(options);
  std::vector<StudyCell> cells;
  for (const FieldCell& row : RowsWanted(options)) {
    StudyCell& cell = cells.emplace_back();
    cell.name = row.name;
    cell.kind = "row";
    cell.inputs = {{"validation", FileJson(options.validation)},
                   {"protocol", options.protocol},
                   {"bootstrap", options.bootstrap},
                   {"seed", options.seed}};
    if (row.file.empty()) cell.inputs["samples"] = options.samples;
    if (!row.file.empty()) cell.inputs["predictions"] = FileJson(row.file);
    if (!options.label_path.empty()) cell.inputs["labels"] = options.label_path.filename().string();
    cell.compute = [=](const std::filesystem::path&, const FindCell&) -> Json {
      const ScoredTrials& on = data->Scored();
      const metrics::Row scored = ScoreRow(row, on, options);
      auto summary =
          metrics::Summarize(on.humans, {&scored, 1}, {options.bootstrap, options.seed}).rows[0];
      summary.name = row.title;
      return {{"header", EvaluationHeader(on.humans, options.seed)},
              {"condition", NameOf(on.humans.protocol.condition)},
              {"tasks", on.humans.tasks},
              {"row", RowJson(summary, false)}};
    };
  }
  return cells;
}

// What was scored on, as every cell knows it.
struct ScoredOn {
  std::string protocol, split, condition;
  bool coco_search = false;  // all targets are among the 18
  std::size_t trials = 0, pairs = 0;
};

ScoredOn ScoredOnOf(const Json& result) {
  const Json& header = result.at("header");
  ScoredOn on{.protocol = header.at("protocol"),
              .split = header.at("split"),
              .condition = result.at("condition"),
              .coco_search = true,
              .trials = header.at("trials"),
              .pairs = header.at("pairs")};
  for (const Json& task : result.at("tasks")) {
    on.coco_search = on.coco_search && TaskIndex(task.get<std::string>()).has_value();
  }
  return on;
}

// Why a number of a paper and ours are not the same measure; `protocol` is the paper's among ours,
// or empty.
std::string WhyNot(const ScoredOn& on, std::string_view protocol) {
  std::vector<std::string> reasons;
  if (!on.coco_search || on.condition != "present")
    reasons.emplace_back("other data");
  else if (on.split != "test")
    reasons.push_back(fmt::format("other split ({})", on.split));
  if (protocol.empty())
    reasons.emplace_back("other protocol");
  else if (on.protocol != protocol)
    reasons.push_back(fmt::format("protocol {}", on.protocol));
  return reasons.empty() ? "yes" : fmt::format("no: {}", fmt::join(reasons, ", "));
}

constexpr std::string_view kFieldKeys[] = {"sequence_score",
                                           "semantic_sequence_score",
                                           "fixation_edit_distance",
                                           "kl.multimatch_duration",
                                           "kl.sequence_score",
                                           "cig",
                                           "cnss",
                                           "cauc"};

double MeanMultiMatch(const ScoreVector& scores) {
  return (scores[metrics::kShape] + scores[metrics::kDirection] + scores[metrics::kLength] +
          scores[metrics::kPosition]) /
         4;
}

std::vector<TableCell> FieldCells(const std::string& name, double multimatch,
                                  const ScoreVector& scores) {
  std::vector<TableCell> cells = {name,
                                  IsPresent(multimatch) ? TableCell(multimatch) : TableCell()};
  for (const std::string_view key : kFieldKeys) {
    cells.push_back(ScoreCell(scores, metrics::ScoreInfoOf(key)));
  }
  return cells;
}

Table FieldTable(const std::vector<RowSummary>& rows, const ScoredOn& on) {
  Table table;
  table.title = {"Models, and what the field has published",
                 fmt::format("here: protocol {}, split {}, target {}, {} trials on {} pairs",
                             on.protocol, on.split, on.condition, on.trials, on.pairs)};
  table.columns = {{"row"}, {"MultiMatch", 3}};
  for (const std::string_view key : kFieldKeys) {
    const ScoreInfo& info = metrics::ScoreInfoOf(key);
    table.columns.push_back({std::string(info.header), info.decimals});
  }
  table.columns.push_back({"measured"});
  table.columns.push_back({"comparable"});
  const auto add = [&](std::vector<TableCell> cells, std::string_view measured,
                       const std::string& comparable) {
    cells.emplace_back(measured);
    cells.emplace_back(comparable);
    table.rows.push_back(std::move(cells));
  };
  for (const RowSummary& row : rows) {
    add(FieldCells(row.name, MeanMultiMatch(row.scores.value), row.scores.value), "here", "yes");
  }
  for (const metrics::PublishedRow& row : metrics::PublishedRows()) {
    add(FieldCells(std::string(row.name), MeanMultiMatch(row.scores), row.scores),
        "test split; the paper of IRL", WhyNot(on, "paper"));
  }
  for (const metrics::FieldRow& row : metrics::FieldRows()) {
    add(FieldCells(std::string(row.name), row.multimatch, row.scores), row.measured,
        WhyNot(on, ""));
  }
  return table;
}

std::vector<Table> FamilyTables(const std::vector<RowSummary>& rows) {
  std::vector<const ScoreVector*> scores;
  for (const RowSummary& row : rows) scores.push_back(&row.scores.value);
  std::vector<Table> tables;
  for (const metrics::FamilyName& family : metrics::kScoreFamilies) {
    const ScoreColumns columns =
        ScoreColumnsOf(scores, [&](const ScoreInfo& info) { return info.family == family.family; });
    if (columns.empty()) continue;
    Table& table = tables.emplace_back();
    table.title = {std::string(family.title)};
    table.columns = {{"row"}};
    for (const ScoreInfo* info : columns) {
      table.columns.push_back(
          {std::string(info->header), info->decimals, std::string(info->group)});
    }
    for (const RowSummary& row : rows) {
      auto& cells = table.rows.emplace_back(std::vector<TableCell>{row.name});
      for (const ScoreInfo* info : columns) cells.push_back(ScoreCell(row.scores.value, *info));
    }
  }
  return tables;
}

Json PublishedFieldJson(const ScoredOn& on) {
  Json list = Json::array();
  const auto add = [&](std::string_view name, double multimatch, const ScoreVector& scores,
                       std::string_view measured, const std::string& comparable) {
    Json& row =
        list.emplace_back(Json{{"name", name}, {"measured", measured}, {"comparable", comparable}});
    if (IsPresent(multimatch)) row["multimatch_mean"] = multimatch;
    SetScores(row, scores);
  };
  for (const metrics::PublishedRow& row : metrics::PublishedRows()) {
    add(row.name, MeanMultiMatch(row.scores), row.scores, "test split; the paper of IRL",
        WhyNot(on, "paper"));
  }
  for (const metrics::FieldRow& row : metrics::FieldRows()) {
    add(row.name, row.multimatch, row.scores, row.measured, WhyNot(on, ""));
  }
  return list;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  std::vector<RowSummary> rows;
  ScoredOn on;
  for (const FieldCell& cell : RowsWanted(options)) {
    const FinishedCell finished = experiment.Read(cell.name);
    rows.push_back(RowFromJson(finished.result.at("row"), finished.folder / "cell.json"));
    on = ScoredOnOf(finished.result);
  }
  const Table field = FieldTable(rows, on);
  StudyPage page{
      .name = "field",
      .title = "Beside the field",
      .claim =
          "Models' scanpaths scored here, and the rows that later papers publish for "
          "target-present COCO-Search18. The field's numbers differ by protocol more than by "
          "model, so each published row says how it was measured, and whether it can be "
          "compared with the rows of this page."};
  page.parts.push_back(
      {.heading = "The field's columns",
       .text = "MultiMatch is the mean of shape, direction, length and position. Published rows "
               "with \"no\" are there to be read, not ranked.",
       .tables = {field}});
  page.parts.push_back({.heading = "All scores",
                        .text = "Of the rows that were scored here; "
                                "`saccade evaluate --explain-columns` says what each column is.",
                        .tables = FamilyTables(rows)});
  page.cost = CostText(experiment);
  page.json = {{"protocol", on.protocol}, {"split", on.split}, {"condition", on.condition},
               {"trials", on.trials},     {"pairs", on.pairs}, {"rows", Json::array()}};
  for (const RowSummary& row : rows) {
    Json json = RowJson(row, false);
    json["multimatch_mean"] = MeanMultiMatch(row.scores.value);
    page.json["rows"].push_back(std::move(json));
  }
  page.json["published"] = PublishedFieldJson(on);
  WriteStudyPage(page, options, command);
  return {.json = page.json, .tables = {field}, .files = "field.md and .json"};
}

}  // namespace

Study FieldStudy() {
  return {.name = "field",
          .summary = "Anybody's predictions beside what the field has published",
          .example =
              "  saccade experiment field --validation valid.json --predictions mine.json "
              "HAT=hat.json \\\n      --out field",
          .uses = kUsesPredictions | kUsesSamples | kUsesBootstrap | kUsesProtocol | kWritesPage,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
