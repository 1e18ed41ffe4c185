#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/metrics/resampling.h"
#include "saccade/metrics/row.h"
#include "saccade/metrics/score.h"

namespace saccade::metrics {

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

// first - second, over the pairs that both rows have. Tests are of pictures' means, for scores that
// a picture has: sign flips of the differences, two-sided.
struct Difference {
  std::string first;
  std::string second;
  ScoreSummary scores;
  ScoreVector p = AbsentScores();
  ScoreVector p_holm = AbsentScores();  // corrected for all tests of the evaluation
  ScoreVector effect = AbsentScores();  // Cohen's d of the differences
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
