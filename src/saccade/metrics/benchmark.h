#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// How fast scoring is on the machine at hand, for `saccade benchmark`.
struct MetricTime {
  std::string metric;
  double seconds = 0;   // of the human row's work on this metric, one core
  double fraction = 0;  // of all metrics
};

struct ScaleTime {
  int factor = 1;
  std::size_t trials = 0;
  double human_row_seconds = 0;
};

struct MetricBenchmark {
  double multimatch_pairs_per_second = 0;  // one core, prepared scanpaths, five dimensions
  double human_row_seconds = 0;            // selection, clusters and all scores, Threads() threads
  std::vector<MetricTime> times;
  std::vector<ScaleTime> scale;  // human row on 1, 2, 4 and 8 copies of the trials
};

// Protocol `paper` on these trials, which must hold at least one that it uses (InputError). Takes a
// second or two on a validation split.
MetricBenchmark MeasureMetrics(std::span<const TrialInImage> trials);

}  // namespace saccade::metrics
