#include "saccade/study/identify_study.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/learn/run_folder.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/study/dot_chart.h"
#include "saccade/study/person_model.h"
#include "saccade/study/study_data.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPool = 20;  // searches of a person judged together

struct Question {
  const char* name;
  const char* title;
  std::vector<PersonTrait> traits;
};

std::vector<Question> Questions() {
  using enum PersonTrait;
  return {{"amplitudes", "saccade amplitudes", {kAmplitude}},
          {"directions", "saccade directions", {kDirection}},
          {"lengths", "number of fixations", {kLength}},
          {"saccades", "all of these", {kAmplitude, kDirection, kLength}},
          {"durations", "fixation durations", {kDuration}},
          {"everything", "everything", {kAmplitude, kDirection, kLength, kDuration}}};
}

Json Answer(const Question& question, const StudyOptions& options, StudyData& data) {
  const PersonModels models(data.Trials(options.fixations));
  const Identified found =
      Identify(models, data.Trials(options.validation), question.traits, kPool);
  const metrics::Interval interval = metrics::BootstrapMean(found.by_picture, options.bootstrap,
                                                            Random(options.seed, question.name));
  return {{"traits", question.title},
          {"people", models.people().size()},
          {"searches", found.searches},
          {"single", found.single},
          {"pictures", found.by_picture.size()},
          {"single_low", interval.low},
          {"single_high", interval.high},
          {"pools", found.pools},
          {"pooled", found.pooled}};
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  const auto data = std::make_shared<StudyData>(options);
  std::vector<StudyCell> cells;
  for (const Question& question : Questions()) {
    StudyCell& cell = cells.emplace_back();
    cell.name = question.name;
    cell.kind = "identify";
    cell.inputs = {{"fixations", FileJson(options.fixations)},
                   {"validation", FileJson(options.validation)},
                   {"pool", kPool},
                   {"bootstrap", options.bootstrap},
                   {"seed", options.seed}};
    cell.estimate_seconds = 1;
    cell.compute = [=](const std::filesystem::path&, const FindCell&) {
      return Answer(question, options, *data);
    };
  }
  return cells;
}

Table TableOf(const Json& rows) {
  Table table;
  table.title = {"The right person is the likeliest"};
  table.columns = {{"told apart by"},     {"single searches", 3},
                   {"95% over pictures"}, {fmt::format("{} searches together", kPool), 3},
                   {"of them"},           {"chance", 3}};
  for (const Json& row : rows) {
    table.rows.push_back({row.at("traits").get<std::string>(), row.at("single").get<double>(),
                          fmt::format("{:.3f} to {:.3f}", row.at("single_low").get<double>(),
                                      row.at("single_high").get<double>()),
                          row.at("pooled").get<double>(), row.at("pools").get<int>(),
                          1 / row.at("people").get<double>()});
  }
  return table;
}

Graphic FigureOf(const Json& rows) {
  DotChart chart{.title = "How well people are told apart",
                 .heading = "single searches",
                 .x_label = "share attributed to the right person",
                 .series = {{}}};
  for (const Json& row : rows) {
    chart.rows.push_back(row.at("traits"));
    chart.series[0].value.push_back(row.at("single"));
    chart.series[0].low.push_back(row.at("single_low"));
    chart.series[0].high.push_back(row.at("single_high"));
  }
  chart.x_min = 0;
  return DotChartGraphic(chart);
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  Json rows = Json::array();
  for (const Question& question : Questions()) {
    rows.push_back(experiment.Read(question.name).result);
  }
  const Json& first = rows.front();
  StudyPage page{.name = "identify",
                 .title = "Whose search is it?",
                 .claim =
                     "Beside section 4.2 of the paper, which finds no difference between models of "
                     "one person and of all others: do people search in ways of their own? Each "
                     "person's amplitudes, directions, durations and numbers of fixations are "
                     "counted in one file; the searches of the other, of pictures that were not "
                     "counted, go to the person to whom they are likeliest."};
  page.parts.push_back(
      {.heading = "Told apart",
       .text = fmt::format("{} people, {} searches of {} pairs of target and picture.",
                           first.at("people").get<int>(), first.at("searches").get<int>(),
                           first.at("pictures").get<int>()),
       .tables = {TableOf(rows)},
       .figures = {
           {"identify",
            fmt::format("Share of single searches attributed to the right person, with 95% "
                        "intervals over n = {} pairs of target and picture; chance is {:.2f}",
                        first.at("pictures").get<int>(), 1 / first.at("people").get<double>()),
            FigureOf(rows)}}});
  page.cost = CostText(experiment);
  page.json = {{"rows", rows}};
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {TableOf(rows)},
          .files = "identify.md, .json, identify.svg and .pdf"};
}

}  // namespace

Study IdentifyStudy() {
  return {.name = "identify",
          .summary = "How well people are told apart by how they search",
          .example =
              "  saccade experiment identify --fixations train.json --validation valid.json "
              "--out identify",
          .uses = kUsesFixations | kUsesBootstrap | kNeedsNoBeliefs | kWritesPage,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
