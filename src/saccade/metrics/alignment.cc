#include "saccade/metrics/alignment.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/edit_distance.h"

namespace saccade::metrics {

int LongestCommonSubsequence(std::span<const int> a, std::span<const int> b) {
  AlignmentRow<> row(b.size());
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = 0;
  for (const int symbol : a) {
    int diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::max({above, row[j - 1], diagonal + (symbol == b[j - 1] ? 1 : 0)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

double SequenceSimilarity(std::span<const int> a, std::span<const int> b) {
  const std::size_t longer = std::max(a.size(), b.size());
  return longer == 0 ? 0 : static_cast<double>(LongestCommonSubsequence(a, b)) / longer;
}

int EditDistance(std::span<const int> a, std::span<const int> b) {
  return saccade::EditDistance<int>(a, b);
}

std::size_t SamplesOf(double duration_ms, TimeSampling sampling, double sample_ms) {
  const double samples = duration_ms / sample_ms;
  const double whole =
      sampling == TimeSampling::kRound ? std::nearbyint(samples) : std::floor(samples);
  return static_cast<std::size_t>(std::max(0.0, whole));
}

}  // namespace saccade::metrics
