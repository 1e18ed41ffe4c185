#include "saccade/study/behaviour.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

#include "saccade/scene/grid.h"

namespace saccade {

namespace {

// Nothing without a target, a saccade, or a way to go.
std::optional<double> FirstGain(const TrialInImage& trial) {
  if (!trial.target || trial.scanpath.size() < 2) return std::nullopt;
  const PointInImage &from = trial.scanpath[0].point, &to = trial.scanpath[1].point;
  const PointInImage goal = trial.target->Center();
  const double x = goal.x - from.x, y = goal.y - from.y;
  const double way = x * x + y * y;
  if (way == 0) return std::nullopt;
  return ((to.x - from.x) * x + (to.y - from.y) * y) / way;
}

template <typename Shares>
void Normalize(Shares& shares) {
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= std::max(1.0, total);
}

}  // namespace

SearchBehaviour BehaviourOf(std::span<const TrialInImage> scanpaths) {
  SearchBehaviour behaviour{.scanpaths = scanpaths.size()};
  behaviour.density.resize(Grid::kCells);
  double found = 0;
  for (const TrialInImage& trial : scanpaths) {
    if (const auto first = FirstOnTarget(trial)) {
      ++found;
      behaviour.fixations_to_target += *first;
    }
    if (const auto gain = FirstGain(trial)) {
      const int bin = static_cast<int>(std::floor((*gain - kLeastGain) / kGainBin));
      ++behaviour.first_gains[std::clamp(bin, 0, kFirstGainBins - 1)];
    }
    if (!trial.scanpath.empty()) {
      ++behaviour.lengths[std::min<std::size_t>(trial.scanpath.size(), kLengthBins) - 1];
    }
    for (std::size_t i = 1; i < trial.scanpath.size(); ++i) {
      const PointInImage &from = trial.scanpath[i - 1].point, &to = trial.scanpath[i].point;
      const double dx = to.x - from.x, dy = from.y - to.y;  // upwards
      behaviour.amplitudes.push_back(std::hypot(dx, dy));
      if (dx != 0 || dy != 0) {
        const double turn = std::atan2(dy, dx) / (2 * std::numbers::pi) * kDirectionBins;
        ++behaviour.directions[(std::lround(turn) + kDirectionBins) % kDirectionBins];
        ++behaviour.saccades;
      }
      if (const auto cell = Grid::CellOf(to)) ++behaviour.density[Grid::Index(*cell)];
    }
  }
  Normalize(behaviour.directions);
  Normalize(behaviour.first_gains);
  Normalize(behaviour.lengths);
  Normalize(behaviour.density);
  if (found > 0) behaviour.fixations_to_target /= found;
  if (!scanpaths.empty()) behaviour.found = found / static_cast<double>(scanpaths.size());
  return behaviour;
}

std::map<std::string, SearchBehaviour> BehaviourByTask(std::span<const TrialInImage> scanpaths) {
  std::map<std::string, std::vector<TrialInImage>> by_task;
  for (const TrialInImage& trial : scanpaths) by_task[trial.task].push_back(trial);
  std::map<std::string, SearchBehaviour> behaviour;
  for (const auto& [task, trials] : by_task) behaviour[task] = BehaviourOf(trials);
  return behaviour;
}

std::array<double, kAmplitudeBins> AmplitudeShares(const SearchBehaviour& behaviour) {
  std::array<double, kAmplitudeBins> shares{};
  for (const double amplitude : behaviour.amplitudes) {
    const auto bin = static_cast<int>(amplitude / kAmplitudeBin);
    shares[std::min(bin, kAmplitudeBins - 1)] +=
        1 / static_cast<double>(behaviour.amplitudes.size());
  }
  return shares;
}

double TotalVariation(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]) / 2;
  return sum;
}

double Correlation(std::span<const double> a, std::span<const double> b) {
  const double n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

std::vector<double> Smoothed(std::span<const double> density) {
  constexpr double kSigma = 1.5;
  constexpr int kReach = 6;
  std::vector<double> smooth(Grid::kCells);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (density[cell] == 0) continue;
    const Cell at = Grid::At(cell);
    for (int dr = -kReach; dr <= kReach; ++dr) {
      for (int dc = -kReach; dc <= kReach; ++dc) {
        const Cell near{at.column + dc, at.row + dr};
        if (!Grid::Contains(near)) continue;
        smooth[Grid::Index(near)] +=
            density[cell] * std::exp(-(dr * dr + dc * dc) / (2 * kSigma * kSigma));
      }
    }
  }
  const double total = std::accumulate(smooth.begin(), smooth.end(), 0.0);
  for (double& value : smooth) value /= std::max(total, 1e-300);
  return smooth;
}

}  // namespace saccade
