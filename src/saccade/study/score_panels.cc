#include "saccade/study/score_panels.h"

#include <fmt/format.h>

#include <utility>

#include "saccade/study/dot_chart.h"

namespace saccade {

Graphic ScorePanels(const Comparison& comparison, const std::string& title) {
  std::vector<Graphic> panels;
  for (const PaperScore& panel : kPaperScores) {
    DotChart chart{.title = title, .heading = panel.name, .x_label = panel.name, .series = {{}}};
    chart.width = 330;
    for (const ComparedMethod& method : comparison.methods) {
      const metrics::RowSummary row = MeanOverSeeds(method);
      chart.rows.push_back(method.name);
      chart.series[0].value.push_back(row.scores.value[panel.score]);
      chart.series[0].low.push_back(row.scores.low[panel.score]);
      chart.series[0].high.push_back(row.scores.high[panel.score]);
    }
    panels.push_back(DotChartGraphic(chart));
  }
  return Tiled(panels, 2);
}

PagePart ScoresPart(const Comparison& comparison, const std::string& name,
                    const std::string& figure_title, std::vector<Table> tables, std::string text) {
  return {.heading = "Scores",
          .text = std::move(text),
          .tables = std::move(tables),
          .figures = {{name,
                       fmt::format("The paper's eight scores with 95% intervals over {}; n = {} "
                                   "pairs of target and picture",
                                   ResampledText(comparison), comparison.pairs),
                       ScorePanels(comparison, figure_title)}}};
}

}  // namespace saccade
