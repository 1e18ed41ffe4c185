#pragma once

#include "saccade/metrics/evaluation.h"
#include "saccade/study/chart.h"

namespace saccade {

// The paper's Fig. 4: the share of searches whose eyes have reached the target, by number of
// fixations, with standard errors as bands. Without series.
LineChart FoundChart();
// A row's curve over searchers.
Series FoundSeries(const metrics::RowSummary& row);

}  // namespace saccade
