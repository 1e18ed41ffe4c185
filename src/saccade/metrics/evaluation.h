#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/metrics/row.h"
#include "saccade/metrics/score.h"

namespace saccade::metrics {

// 95% percentile intervals from pictures drawn with replacement. Every row sees the same draws, so
// differences are paired.
struct BootstrapOptions {
  int draws = 1000;  // 0: no intervals
  std::uint64_t seed = 0;
};

// A value per score with its interval; kAbsent where there is none.
struct ScoreSummary {
  ScoreVector value = AbsentScores();
  ScoreVector low = AbsentScores();
  ScoreVector high = AbsentScores();
};

struct TaskSummary {
  std::string task;
  std::size_t scanpaths = 0;
  ScoreSummary scores;
};

struct RowSummary {
  std::string name;
  bool human = false;
  std::size_t scanpaths = 0;
  std::size_t pairs = 0;
  ScoreSummary scores;
  std::vector<TaskSummary> tasks;  // those with scanpaths or maps, sorted
  CurveBySubject by_subject;
};

// first - second, over the pairs that both rows have.
struct Difference {
  std::string first;
  std::string second;
  ScoreSummary scores;
};

struct Evaluation {
  std::vector<RowSummary> rows;
  std::vector<Difference> differences;  // between every two rows that are not human
};

// Means, intervals and differences of rows that were scored against `humans`. The curve is the mean
// over tasks; the rest are means over all scanpaths (or fixations). Same result for any number of
// threads.
Evaluation Summarize(const HumanSet& humans, std::span<const Row> rows,
                     const BootstrapOptions& bootstrap = {});

}  // namespace saccade::metrics
