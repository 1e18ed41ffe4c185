#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saccade/study/chart.h"
#include "saccade/study/comparison.h"
#include "saccade/study/score_columns.h"
#include "saccade/study/table.h"

namespace saccade {

// A comparison for readers. Protocol, split, trials, scanpaths and seeds stand above every table.

// The paper's Table 2: ours and, beside each, the published row (test split). Columns with an arrow
// measure closeness to people: the best of ours, people apart, is bold, and so is what equals it in
// the digits shown. TFP-AUC and ratio measure efficiency, where the aim is people's value, not the
// largest.
Table ResultTable(const Comparison& comparison);
// Later measures, those that the paper's table does not have.
Table FurtherTable(const Comparison& comparison);
// The columns of both.
ScoreColumns ComparedScores(const Comparison& comparison);
// Standard deviations over seeds, of methods with at least two.
Table SpreadTable(const Comparison& comparison);
// 95% intervals over pictures.
Table IntervalTable(const Comparison& comparison);
// The curve of target-fixation probability over categories, then searchers, with standard errors.
Table CurveTable(const Comparison& comparison);
Table CostTable(const Comparison& comparison);

// The paper's Fig. 4, with standard errors as bands.
LineChart CurveChart(const Comparison& comparison);

// What the tables say, in four forms. Figures are the files compare.svg and compare.png beside
// them; the page holds its own. `command` made it; may be empty.
std::string ComparisonMarkdown(const Comparison& comparison, const std::string& command);
std::string ComparisonLatex(const Comparison& comparison);
std::string ComparisonHtml(const Comparison& comparison, const std::string& command);

// compare.md, compare.tex, compare.json, compare.html, compare.svg and compare.png in `folder`.
void WriteComparison(const std::filesystem::path& folder, const Comparison& comparison,
                     const std::string& command);

}  // namespace saccade
