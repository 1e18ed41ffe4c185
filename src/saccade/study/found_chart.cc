#include "saccade/study/found_chart.h"

namespace saccade {

LineChart FoundChart() {
  LineChart chart;
  chart.x_label = "fixations after the start";
  chart.y_label = "target fixated";
  chart.y_min = 0;
  chart.y_max = 1;
  return chart;
}

Series FoundSeries(const metrics::RowSummary& row) {
  Series series{.name = row.name};
  for (std::size_t i = 0; i < metrics::kScoredPoints; ++i) {
    series.x.push_back(static_cast<double>(i));
    series.y.push_back(row.by_subject.mean[i]);
    series.error.push_back(row.by_subject.standard_error[i]);
  }
  return series;
}

}  // namespace saccade
