#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/study/table.h"

namespace saccade::app {

// A row whose scores are explained.
struct ExplainedRow {
  std::string name;
  bool human = false;
  std::span<const TrialInImage> scanpaths;  // not yet cut; of people the set's own trials count
  CellPoint predicted_cell = CellPoint::kCenter;
};

// How each score of one scanpath came about: its fixations as every score sees them; its scores
// against each person and their mean; what it has alone, and what its pair has. `which` is PICTURE,
// TARGET|PICTURE or TARGET|PICTURE|PERSON: the first scanpath of the row that fits. Throws
// InputError when no pair fits; a row without such a scanpath gives one line that says so.
std::vector<Table> ExplainRow(const metrics::HumanSet& humans, const ExplainedRow& row,
                              const std::string& which);

}  // namespace saccade::app
