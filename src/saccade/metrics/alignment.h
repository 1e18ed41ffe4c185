#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace saccade::metrics {

// Scanpaths as strings of symbols (cluster, bin or label), compared.

// Length of the longest common subsequence: Needleman-Wunsch with match 1, mismatch 0, gap 0.
int LongestCommonSubsequence(std::span<const int> a, std::span<const int> b);

// LongestCommonSubsequence over the longer length, in [0, 1]; 0 for two empty strings.
double SequenceSimilarity(std::span<const int> a, std::span<const int> b);

// Levenshtein: insertions, deletions and substitutions, not normalised.
int EditDistance(std::span<const int> a, std::span<const int> b);

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
