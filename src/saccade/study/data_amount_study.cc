#include "saccade/study/data_amount_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "saccade/base/error.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/study/chart.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/study_page.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

constexpr const char* kTitle = "Learned from few and many pictures a category";

constexpr int kAmounts[] = {5, 10, 20, 0};  // pictures a category; 0: all
constexpr const char* kMethods[] = {"irl", "bc-cnn"};

std::string AmountText(int pictures) {
  return pictures > 0 ? fmt::format("{}", pictures) : std::string("all");
}

// A seed is a draw of pictures, the same for both methods, and a training.
StudyOptions OfDraw(const StudyOptions& options, std::uint64_t seed) {
  StudyOptions one = options;
  one.seed = seed;
  one.seeds = 1;
  one.trainings = 0;
  return one;
}

std::vector<Variant> VariantsOf(const StudyOptions& options, std::uint64_t draw) {
  std::vector<Variant> variants;
  for (const int pictures : kAmounts) {
    for (const char* kind : kMethods) {
      const Method& method = MethodCalled(kind);
      const std::string amount = AmountText(pictures);
      Variant& variant = variants.emplace_back();
      variant.name = fmt::format("{}-{}", kind, amount);
      variant.title = fmt::format("{}, {} pictures", method.name, amount);
      variant.published = pictures > 0 ? variant.title : method.published;
      variant.training = Training{.name = variant.name,
                                  .method = method,
                                  .preset = options.preset,
                                  .settings = options.settings};
      if (pictures > 0) variant.training->learns_from = {.pictures = pictures, .draw = draw};
    }
  }
  return variants;
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  std::vector<StudyCell> cells;
  for (const std::uint64_t draw : SeedsOf(options)) {
    for (StudyCell& cell : CellsOf(VariantsOf(options, draw), OfDraw(options, draw))) {
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

Comparison AllDraws(const Experiment& experiment, const StudyOptions& options) {
  Comparison all;
  for (const std::uint64_t draw : SeedsOf(options)) {
    Comparison one = RowsOf(VariantsOf(options, draw), experiment, OfDraw(options, draw));
    if (all.methods.empty()) {
      all = std::move(one);
      continue;
    }
    all.seeds.push_back(draw);
    for (ComparedMethod& method : one.methods) {
      const auto same = std::ranges::find(all.methods, method.kind, &ComparedMethod::kind);
      if (same == all.methods.end()) {
        all.methods.push_back(std::move(method));
      } else {
        same->seeds.push_back(std::move(method.seeds.front()));
      }
    }
  }
  return all;
}

// A score of one method and amount by draw; none of what is not computed yet.
std::map<std::uint64_t, double> ByDraw(const Comparison& comparison, const std::string& method,
                                       int pictures, std::size_t score) {
  std::map<std::uint64_t, double> values;
  const std::string kind = method + "-" + AmountText(pictures);
  const auto found = std::ranges::find(comparison.methods, kind, &ComparedMethod::kind);
  if (found == comparison.methods.end()) return values;
  for (const SeedResult& seed : found->seeds) values[seed.seed] = seed.row.scores.value[score];
  return values;
}

// One score against the amount of pictures, spread over draws as bands.
Graphic CurveOf(const Comparison& comparison, std::size_t score, const std::string& name) {
  LineChart chart{.title = "Performance by the amount of training pictures",
                  .x_label = "training pictures a category (all at the right end)",
                  .y_label = name,
                  .width = 380,
                  .height = 300};
  for (const char* method : kMethods) {
    Series series{.name = MethodCalled(method).name, .dashed = !chart.series.empty()};
    for (const int pictures : kAmounts) {
      std::vector<double> values;
      for (const auto& [draw, value] : ByDraw(comparison, method, pictures, score)) {
        values.push_back(value);
      }
      if (values.empty()) continue;
      // "All" has no place on the scale; some 120 pictures of COCO-Search18 a category.
      series.x.push_back(pictures > 0 ? pictures : 40);
      series.y.push_back(metrics::MeanOf(values));
      series.error.push_back(metrics::SpreadOf(values));
    }
    if (!series.x.empty()) chart.series.push_back(std::move(series));
  }
  return LineChartGraphic(chart);
}

// IRL minus BC-CNN on the same pictures, draw by draw.
Table DifferenceTable(const Comparison& comparison) {
  Table table;
  table.title = {"IRL minus BC-CNN on the same pictures: mean over draws +- standard deviation"};
  table.columns = {{"pictures"}, {"draws"}, {"TFP-AUC"}, {"mismatch"}, {"ratio"}, {"sequence"}};
  for (const int pictures : kAmounts) {
    std::vector<TableCell> row = {AmountText(pictures), {}};
    for (const std::size_t score : {metrics::kTfpAuc, metrics::kProbabilityMismatch,
                                    metrics::kScanpathRatio, metrics::kSequenceScore}) {
      std::vector<double> differences;
      const auto cnn = ByDraw(comparison, kMethods[1], pictures, score);
      for (const auto& [draw, value] : ByDraw(comparison, kMethods[0], pictures, score)) {
        if (cnn.contains(draw)) differences.push_back(value - cnn.at(draw));
      }
      row[1] = differences.size();
      row.push_back(differences.empty()
                        ? TableCell()
                        : TableCell(fmt::format("{:+.3f} +- {:.3f}", metrics::MeanOf(differences),
                                                metrics::SpreadOf(differences))));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = AllDraws(experiment, options);
  StudyPage page{.name = "data-amount",
                 .title = "How many pictures are needed",
                 .claim =
                     "Section 4.5 and the appendix table of the paper: IRL against BC-CNN, "
                     "learned from 5, 10 and 20 pictures a category, and from all. Each seed "
                     "draws its pictures, the same for both methods; fewer pictures are among "
                     "the more."};
  page.parts.push_back(
      {.heading = "Scores",
       .tables = {ResultTable(comparison, kTitle), SpreadTable(comparison),
                  DifferenceTable(comparison)},
       .figures = {
           {"data-amount",
            fmt::format("Scores by the number of training pictures a category, means and "
                        "standard deviations over {} draws; n = {} pairs of target and "
                        "picture",
                        comparison.seeds.size(), comparison.pairs),
            Tiled({CurveOf(comparison, metrics::kTfpAuc, "TFP-AUC"),
                   CurveOf(comparison, metrics::kProbabilityMismatch, "probability mismatch"),
                   CurveOf(comparison, metrics::kSequenceScore, "sequence score"),
                   CurveOf(comparison, metrics::kScanpathRatio, "scanpath ratio")},
                  2)}}});
  page.cost = CostText(experiment);
  page.json = ToJson(comparison);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = page.parts.front().tables,
          .files = "data-amount.md, .json, data-amount.svg and .pdf"};
}

}  // namespace

Study DataAmountStudy() {
  return {.name = "data-amount",
          .summary = "The paper's section 4.5: IRL and BC-CNN from few and many pictures",
          .example =
              "  saccade experiment data-amount --fixations train.json --validation "
              "valid.json \\\n      --beliefs pictures.beliefs --seeds 3 --out data-amount",
          .uses = kUsesTrainings | kUsesFixations | kUsesSeeds | kUsesSamples | kUsesBootstrap |
                  kUsesProtocol | kWritesPage | kShowsSoFar,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
