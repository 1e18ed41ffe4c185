#include "saccade/study/score_distribution.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/metrics/alignment.h"
#include "saccade/metrics/paired_tests.h"

namespace saccade {
namespace {

double Compare(const metrics::HumanSet& humans, const metrics::ScoredScanpath& scored,
               const metrics::ScoredScanpath& human) {
  return metrics::SequenceSimilarity(humans.protocol.cut.Prediction(scored.clusters),
                                     humans.protocol.cut.Human(human.clusters));
}

}  // namespace

double ScanpathSequenceScores::Mean() const { return metrics::MeanOf(scores); }

std::vector<ScanpathSequenceScores> HumanSequenceScores(const metrics::HumanSet& humans) {
  std::vector<ScanpathSequenceScores> result;
  for (std::size_t p = 0; p < humans.pairs.size(); ++p) {
    const auto& trials = humans.pairs[p].trials;
    for (const metrics::ScoredScanpath& scored : trials) {
      ScanpathSequenceScores scanpath{p, scored.subject, {}};
      for (const metrics::ScoredScanpath& human : trials) {
        if (human.subject != scored.subject) {
          scanpath.scores.push_back(Compare(humans, scored, human));
        }
      }
      if (!scanpath.scores.empty()) result.push_back(std::move(scanpath));
    }
  }
  return result;
}

std::vector<ScanpathSequenceScores> SequenceScores(const metrics::HumanSet& humans,
                                                   std::span<const TrialInImage> scanpaths) {
  std::vector<ScanpathSequenceScores> result(scanpaths.size());
  ParallelFor(scanpaths.size(), [&](std::size_t i) {
    const TrialInImage& trial = scanpaths[i];
    const auto p = humans.Find(trial.task, trial.name);
    if (!p) return;
    const metrics::HumanPair& pair = humans.pairs[*p];
    const auto scored = metrics::PrepareScanpath(trial.scanpath, trial.subject, pair.target,
                                                 pair.clusters, nullptr, humans.protocol);
    result[i] = {*p, trial.subject, {}};
    for (const metrics::ScoredScanpath& human : pair.trials) {
      result[i].scores.push_back(Compare(humans, scored, human));
    }
  });
  std::erase_if(result, [](const ScanpathSequenceScores& s) { return s.scores.empty(); });
  return result;
}

std::vector<double> AllScores(std::span<const ScanpathSequenceScores> scanpaths) {
  std::vector<double> all;
  for (const ScanpathSequenceScores& scanpath : scanpaths) {
    all.insert(all.end(), scanpath.scores.begin(), scanpath.scores.end());
  }
  return all;
}

std::vector<double> CumulativeShares(std::vector<double> values, std::span<const double> at) {
  std::ranges::sort(values);
  std::vector<double> shares;
  for (const double x : at) {
    const auto below = std::ranges::upper_bound(values, x + 1e-9) - values.begin();
    shares.push_back(
        values.empty() ? 0 : static_cast<double>(below) / static_cast<double>(values.size()));
  }
  return shares;
}

}  // namespace saccade
