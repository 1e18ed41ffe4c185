#pragma once

#include "saccade/metrics/evaluation.h"

// For tests that what is in the table of scores is in every table and file, whatever it is.
namespace saccade::testing {

// Every score there is, each with its place in the digits: 1.007, in 2.007..3.007.
inline metrics::ScoreSummary EveryScore() {
  metrics::ScoreSummary summary;
  for (std::size_t i = 0; i < metrics::kScoreValues; ++i) {
    summary.value[i] = 1 + static_cast<double>(i) / 1000;
    summary.low[i] = 1 + summary.value[i];
    summary.high[i] = 2 + summary.value[i];
  }
  return summary;
}

// A model that has every score.
inline metrics::RowSummary RowWithEveryScore() {
  metrics::RowSummary row;
  row.name = "model";
  row.scanpaths = 20;
  row.pairs = 2;
  row.scores = EveryScore();
  row.tasks.push_back({"cup", 20, EveryScore()});
  return row;
}

}  // namespace saccade::testing
