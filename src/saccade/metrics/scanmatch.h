#pragma once

#include <optional>
#include <span>
#include <vector>

#include "saccade/metrics/alignment.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// ScanMatch (Cristino et al. 2010): scanpaths as strings of bins, aligned with substitution scores
// that fall with the distance of bins. docs/metrics/scanmatch.md
struct ScanMatchOptions {
  static constexpr int kColumns = 16;
  int rows = 10;
  double threshold = 3.5;              // bins; closer substitutions gain, farther ones lose
  double gap = 0;                      // score of leaving out a symbol
  double duration_bin_ms = kSampleMs;  // with durations a symbol is repeated once per this
};
// As Chen et al. (2021) and GazeXplain have it.
inline constexpr ScanMatchOptions kChenScanMatch{.rows = 12};

// Bin of each fixation: 16 row + column of a 16x10 raster over the frame, clamped to it.
template <Frame F>
std::vector<int> BinString(std::span<const Fixation<F>> scanpath,
                           const ScanMatchOptions& options = {});

// The same, each symbol repeated round(duration / 50 ms) times, half to even as numpy rounds.
template <Frame F>
std::vector<int> BinStringWithDurations(std::span<const Fixation<F>> scanpath,
                                        const ScanMatchOptions& options = {});

// In [0, 1]; 1 is equal. Nothing for two empty strings. String edit distance on the same bins is
// EditDistance() of alignment.h.
std::optional<double> ScanMatch(std::span<const int> a, std::span<const int> b,
                                const ScanMatchOptions& options = {});

}  // namespace saccade::metrics
