#include "saccade/metrics/scanmatch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace saccade::metrics {
namespace {

constexpr int kColumns = ScanMatchOptions::kColumns;
constexpr int kMostRows = 12;

// Distance of two bins by how far apart their columns and rows are: 192 roots instead of 36,864.
const std::array<double, kColumns * kMostRows>& BinDistances() {
  static const auto distances = [] {
    std::array<double, kColumns * kMostRows> table{};
    for (int row = 0; row < kMostRows; ++row) {
      for (int column = 0; column < kColumns; ++column) {
        table[kColumns * row + column] = std::sqrt(double(column * column + row * row));
      }
    }
    return table;
  }();
  return distances;
}

double BinDistance(int a, int b) {
  const int columns = std::abs(a % kColumns - b % kColumns);
  const int rows = std::abs(a / kColumns - b / kColumns);
  return BinDistances()[kColumns * rows + columns];
}

int Bin(double position, double size, int bins) {
  return static_cast<int>(std::clamp(std::floor(position * bins / size), 0.0, bins - 1.0));
}

template <Frame F>
int BinOf(const Point<F>& point, int rows) {
  constexpr FrameSize size = SizeOf<F>();
  return kColumns * Bin(point.y, size.height, rows) + Bin(point.x, size.width, kColumns);
}

}  // namespace

template <Frame F>
std::vector<int> BinString(std::span<const Fixation<F>> scanpath, const ScanMatchOptions& options) {
  std::vector<int> string;
  string.reserve(scanpath.size());
  for (const Fixation<F>& fixation : scanpath) {
    string.push_back(BinOf(fixation.point, options.rows));
  }
  return string;
}

template <Frame F>
std::vector<int> BinStringWithDurations(std::span<const Fixation<F>> scanpath,
                                        const ScanMatchOptions& options) {
  return SampledInTime(BinString(scanpath, options), scanpath, TimeSampling::kRound,
                       options.duration_bin_ms);
}

std::optional<double> ScanMatch(std::span<const int> a, std::span<const int> b,
                                const ScanMatchOptions& options) {
  if (a.empty() && b.empty()) return std::nullopt;
  // (max d - d) - (max d - threshold), the released arithmetic; largest where d = 0.
  const double farthest = BinDistances()[kColumns * options.rows - 1];
  const double base = farthest - options.threshold;
  std::vector<double> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = options.gap * j;
  double best = *std::max_element(row.begin(), row.end());
  for (std::size_t i = 0; i < a.size(); ++i) {
    double diagonal = row[0];
    row[0] = options.gap * (i + 1);
    best = std::max(best, row[0]);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double substitution = (farthest - BinDistance(a[i], b[j - 1])) - base;
      const double above = row[j];
      row[j] = std::max({diagonal + substitution, above + options.gap, row[j - 1] + options.gap});
      diagonal = above;
      best = std::max(best, row[j]);
    }
  }
  return best / ((farthest - base) * std::max(a.size(), b.size()));
}

template std::vector<int> BinString(std::span<const FixationInImage>, const ScanMatchOptions&);
template std::vector<int> BinString(std::span<const FixationInDisplay>, const ScanMatchOptions&);
template std::vector<int> BinStringWithDurations(std::span<const FixationInImage>,
                                                 const ScanMatchOptions&);
template std::vector<int> BinStringWithDurations(std::span<const FixationInDisplay>,
                                                 const ScanMatchOptions&);

}  // namespace saccade::metrics
