#pragma once

#include <span>

#include "saccade/metrics/evaluation.h"
#include "saccade/study/example_choice.h"
#include "saccade/study/page.h"
#include "saccade/study/report.h"

namespace saccade {

// The rows' table with protocol, split, trials and seed above it, further families' folded, the
// curve of found targets, how single scanpaths' scores are spread, a chart by target, 95%
// intervals.
Section ScoreSection(const ReportInput& input, const metrics::HumanSet& humans,
                     std::span<const ScoredRow> rows);

// The table of one family.
Table ScoreTable(const metrics::HumanSet& humans, const metrics::Evaluation& evaluation,
                 std::uint64_t seed, const metrics::FamilyName& family);

}  // namespace saccade
