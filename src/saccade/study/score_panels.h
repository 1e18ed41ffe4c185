#pragma once

#include <array>
#include <cstddef>

#include "saccade/metrics/score.h"
#include "saccade/study/comparison.h"
#include "saccade/study/graphic.h"
#include "saccade/study/study_page.h"

namespace saccade {

// The paper's eight scores and how a panel or row calls them.
struct PaperScore {
  std::size_t score;
  const char* name;
};
inline constexpr std::array<PaperScore, 8> kPaperScores = {
    {{metrics::kTfpAuc, "TFP-AUC"},
     {metrics::kProbabilityMismatch, "probability mismatch"},
     {metrics::kScanpathRatio, "scanpath ratio"},
     {metrics::kSequenceScore, "sequence score"},
     {metrics::kShape, "MultiMatch shape"},
     {metrics::kDirection, "MultiMatch direction"},
     {metrics::kLength, "MultiMatch length"},
     {metrics::kPosition, "MultiMatch position"}}};

// The paper's eight scores of several rows, a panel each: means over seeds with 95% intervals over
// pictures.
Graphic ScorePanels(const Comparison& comparison, const std::string& title);

// The part of a page that has these panels as its figure, called `name`, below tables and a text.
PagePart ScoresPart(const Comparison& comparison, const std::string& name,
                    const std::string& figure_title, std::vector<Table> tables,
                    std::string text = {});

}  // namespace saccade
