#include "saccade/metrics/efficiency.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "saccade/metrics/human_set.h"

namespace saccade::metrics {
namespace {

double Distance(const PointInImage& a, const PointInImage& b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace

void FoundCounts::Add(std::optional<int> first_on_target) {
  scanpaths += 1;
  if (!first_on_target) return;
  for (int i = *first_on_target; i <= kScoredPoints; ++i) found[i - 1] += 1;
}

FoundCurve MeanCurve(std::span<const FoundCounts> groups) {
  FoundCurve curve{};
  int counted = 0;
  for (const FoundCounts& group : groups) {
    if (group.scanpaths == 0) continue;
    ++counted;
    for (int i = 0; i < kScoredPoints; ++i) curve[i] += group.found[i] / group.scanpaths;
  }
  if (counted > 0) {
    for (double& value : curve) value /= counted;
  }
  return curve;
}

void AddFound(const ScoredScanpath& scanpath, std::span<double> numbers) {
  FoundCounts one;
  one.Add(scanpath.first_on_target);
  numbers[0] += one.scanpaths;
  for (int i = 0; i < kScoredPoints; ++i) numbers[1 + i] += one.found[i];
}

FoundCurve CurveOf(const TallyGroups& groups) {
  std::vector<FoundCounts> counts;
  for (const std::span<const double> numbers : groups) {
    FoundCounts& group = counts.emplace_back();
    group.scanpaths = numbers[0];
    std::copy_n(numbers.begin() + 1, kScoredPoints, group.found.begin());
  }
  return MeanCurve(counts);
}

double TfpAuc(const FoundCurve& curve) { return std::accumulate(curve.begin(), curve.end(), 0.0); }

double ProbabilityMismatch(const FoundCurve& model, const FoundCurve& human) {
  double sum = 0;
  for (int i = 0; i < kScoredPoints; ++i) sum += std::abs(model[i] - human[i]);
  return sum;
}

std::optional<double> ScanpathRatio(std::span<const FixationInImage> scanpath,
                                    const BoxInImage& target) {
  double length = 0;
  for (std::size_t i = 0; i < scanpath.size() && i < std::size_t{kScoredPoints}; ++i) {
    if (i > 0) length += Distance(scanpath[i - 1].point, scanpath[i].point);
    if (!target.Contains(scanpath[i].point)) continue;
    if (length == 0) return std::nullopt;  // at the start already, or a path that never moved
    return std::min(1.0, Distance(scanpath[0].point, target.Center()) / length);
  }
  return std::nullopt;
}

CurveBySubject FoundBySubject(std::span<const SearchOutcome> outcomes) {
  std::map<int, std::map<int, FoundCounts>> counts;  // subject, then task
  for (const SearchOutcome& outcome : outcomes) {
    counts[outcome.subject][outcome.task].Add(outcome.first_on_target);
  }
  CurveBySubject result;
  std::vector<FoundCurve> curves;
  for (const auto& [subject, by_task] : counts) {
    std::vector<FoundCounts> groups;
    for (const auto& [task, group] : by_task) groups.push_back(group);
    curves.push_back(MeanCurve(groups));
    result.subjects.push_back(subject);
  }
  const double n = static_cast<double>(curves.size());
  for (int i = 0; i < kScoredPoints && n > 0; ++i) {
    double sum = 0;
    for (const FoundCurve& curve : curves) sum += curve[i];
    result.mean[i] = sum / n;
    double squares = 0;
    for (const FoundCurve& curve : curves) squares += std::pow(curve[i] - result.mean[i], 2);
    if (n > 1) result.standard_error[i] = std::sqrt(squares / (n - 1) / n);
  }
  return result;
}

}  // namespace saccade::metrics
