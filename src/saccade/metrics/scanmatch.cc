#include "saccade/metrics/scanmatch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "saccade/base/edit_distance.h"

namespace saccade::metrics {
namespace {

constexpr int kColumns = ScanMatchOptions::kColumns;
constexpr int kMostRows = 12;

// Bins as numbers whose difference says how far apart columns and rows are.
constexpr int kWide = 2 * kColumns - 1;
constexpr int kSame = kWide * (kMostRows - 1) + kColumns - 1;  // of the differences' table
constexpr int Code(int bin) { return kWide * (bin / kColumns) + bin % kColumns; }

// By Code(a) - Code(b) + kSame: 713 roots instead of 36,864.
const std::array<double, 2 * kSame + 1>& BinDistances() {
  static const auto distances = [] {
    std::array<double, 2 * kSame + 1> table{};
    for (int row = 1 - kMostRows; row < kMostRows; ++row) {
      for (int column = 1 - kColumns; column < kColumns; ++column) {
        table[kSame + kWide * row + column] = std::sqrt(double(column * column + row * row));
      }
    }
    return table;
  }();
  return distances;
}

// std::max of references is a branch to some compilers; this is one instruction to all.
double Larger(double a, double b) { return a > b ? a : b; }

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
  const auto& distances = BinDistances();
  const double farthest = distances[kSame + Code(kColumns * options.rows - 1)];
  const double base = farthest - options.threshold;
  const double gap = options.gap;
  AlignmentRow<double> row(b.size());
  AlignmentRow<> codes(b.size());
  double best = 0;
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = gap * j;
    best = Larger(best, row[j]);
  }
  for (std::size_t j = 0; j < b.size(); ++j) codes[j] = Code(b[j]);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double* const distance = &distances[kSame + Code(a[i])];
    double diagonal = row[0];
    double left = gap * (i + 1);  // the last cell, in a register: all others wait for it
    row[0] = left;
    best = Larger(best, left);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double above = row[j];
      const double other =
          Larger(diagonal + ((farthest - distance[-codes[j - 1]]) - base), above + gap);
      left = Larger(other, left + gap);
      row[j] = left;
      diagonal = above;
      best = Larger(best, left);
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
