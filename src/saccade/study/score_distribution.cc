#include "saccade/study/score_distribution.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/metrics/alignment.h"
#include "saccade/study/paired_tests.h"

namespace saccade {
namespace {

double Compare(const metrics::HumanSet& humans, const metrics::ScoredScanpath& scored,
               const metrics::ScoredScanpath& human) {
  return metrics::SequenceSimilarity(humans.protocol.cut.Prediction(scored.clusters),
                                     humans.protocol.cut.Human(human.clusters));
}

std::vector<double> Shares(std::span<const double> values, double low, double width,
                           std::size_t bins, double added) {
  std::vector<double> shares(bins);
  for (const double value : values) {
    const auto bin = static_cast<std::size_t>((value - low) / width);
    ++shares[std::min(bin, bins - 1)];
  }
  double total = 0;
  for (double& share : shares) {
    share = share / static_cast<double>(values.size()) + added;
    total += share;
  }
  for (double& share : shares) share /= total;
  return shares;
}

}  // namespace

double ScanpathSequenceScores::Mean() const { return MeanOf(scores); }

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

double HistogramDivergence(std::span<const double> real, std::span<const double> generated) {
  constexpr std::size_t kBins = 99;
  constexpr double kAdded = 1e-10;
  if (real.empty() || generated.empty()) return 0;
  const double low = std::min(std::ranges::min(real), std::ranges::min(generated));
  const double high = std::max(std::ranges::max(real), std::ranges::max(generated));
  if (low == high) return 0;
  const double width = (high - low) / kBins;
  const auto p = Shares(real, low, width, kBins, 0),
             q = Shares(generated, low, width, kBins, kAdded);
  double divergence = 0;
  for (std::size_t i = 0; i < kBins; ++i) {
    if (p[i] > 0) divergence += p[i] * std::log(p[i] / q[i]);
  }
  return divergence;
}

double AreaBetween(std::vector<double> a, std::vector<double> b) {
  if (a.empty() || b.empty()) return 0;
  std::ranges::sort(a);
  std::ranges::sort(b);
  std::size_t i = 0, j = 0;
  double area = 0, at = std::min(a[0], b[0]);
  while (i < a.size() || j < b.size()) {
    const double next = i == a.size() ? b[j] : j == b.size() ? a[i] : std::min(a[i], b[j]);
    const double between = std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                    static_cast<double>(j) / static_cast<double>(b.size()));
    area += between * (next - at);
    at = next;
    while (i < a.size() && a[i] == at) ++i;
    while (j < b.size() && b[j] == at) ++j;
  }
  return area;
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
