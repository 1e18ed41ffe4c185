#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saccade/metrics/score.h"
#include "saccade/study/table.h"

namespace saccade {

// Columns of tables of scores, taken from the table of scores (metrics/score_table.h).
using ScoreColumns = std::vector<const metrics::ScoreInfo*>;

// The scores of one value that are `wanted` and that some row has.
ScoreColumns ScoreColumnsOf(const std::vector<const metrics::ScoreVector*>& rows,
                            const std::function<bool(const metrics::ScoreInfo&)>& wanted);

// Empty for what a row does not have.
TableCell ScoreCell(const metrics::ScoreVector& scores, const metrics::ScoreInfo& info);

// "TFP-AUC, mismatch and ratio".
std::string HeadersOf(const ScoreColumns& columns);

// What each column and key means: a row a score.
Table ScoreLegend();
nlohmann::ordered_json ScoreLegendJson();

}  // namespace saccade
