#include "saccade/study/score_panels.h"

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

}  // namespace saccade
