#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// Scanpaths as strings of symbols (cluster, bin or label), compared.

// Length of the longest common subsequence: Needleman-Wunsch with match 1, mismatch 0, gap 0.
int LongestCommonSubsequence(std::span<const int> a, std::span<const int> b);

// LongestCommonSubsequence over the longer length, in [0, 1]; 0 for two empty strings.
double SequenceSimilarity(std::span<const int> a, std::span<const int> b);

// Levenshtein: insertions, deletions and substitutions, not normalised.
int EditDistance(std::span<const int> a, std::span<const int> b);

// How often a fixation's symbol stands in a string that is sampled in time: the field's code for
// ScanMatch rounds (half to even, as numpy), that for sequence scores drops what is left over.
enum class TimeSampling { kRound, kDrop };
inline constexpr double kSampleMs = 50;
std::size_t SamplesOf(double duration_ms, TimeSampling sampling, double sample_ms = kSampleMs);

// Each fixation's symbol, repeated.
template <Frame F>
std::vector<int> SampledInTime(std::span<const int> symbols, std::span<const Fixation<F>> scanpath,
                               TimeSampling sampling, double sample_ms = kSampleMs) {
  std::vector<int> sampled;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    sampled.insert(sampled.end(), SamplesOf(scanpath[i].duration_ms, sampling, sample_ms),
                   symbols[i]);
  }
  return sampled;
}

// Which strings are cut to `steps` symbols, the start included, before they are compared. Later
// papers and the released code differ in this.
enum class StringCut { kNone, kPrediction, kBoth };

struct CutOptions {
  StringCut cut = StringCut::kNone;
  int steps = 6;
  bool operator==(const CutOptions&) const = default;

  std::span<const int> Prediction(std::span<const int> string) const {
    return cut == StringCut::kNone ? string : First(string);
  }
  std::span<const int> Human(std::span<const int> string) const {
    return cut == StringCut::kBoth ? First(string) : string;
  }

 private:
  std::span<const int> First(std::span<const int> string) const {
    return string.first(std::min(string.size(), static_cast<std::size_t>(steps)));
  }
};

}  // namespace saccade::metrics
