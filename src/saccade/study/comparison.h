#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "saccade/metrics/evaluation.h"

namespace saccade {

// What a method costs on the machine that ran it. What is not known, or does not apply, is absent.
struct MethodCost {
  std::optional<double> training_seconds;
  // False when a training was killed and went on later: it took longer than training_seconds.
  bool training_complete = true;
  std::optional<double> training_memory_mb;    // growth of resident memory, at its peak
  std::optional<double> scanpaths_per_second;  // on `threads` threads
  // Processor seconds a second meanwhile: well below `threads`, the machine was busy with other
  // work and the rate is too low.
  std::optional<double> cores_used;
  std::optional<double> prediction_memory_mb;  // growth from opening the model to its scanpaths
  std::optional<std::int64_t> parameters;
  std::optional<double> model_mb;  // its files
  int threads = 1;
  bool operator==(const MethodCost&) const = default;
};

// One method, run once with one seed.
struct SeedResult {
  std::uint64_t seed = 0;
  metrics::RowSummary row;
  MethodCost cost;
};

// What another seed changes: a method trained anew, only the draws of its scanpaths, or nothing.
enum class SeedChanges { kNothing, kScanpaths, kTraining };

struct ComparedMethod {
  std::string name;       // of the row
  std::string kind;       // irl, bc-cnn, ...
  std::string published;  // the paper's row beside it; empty: none
  SeedChanges seed_changes = SeedChanges::kScanpaths;
  std::vector<SeedResult> seeds;  // at least one
};

// Methods scored on the same human trials: everything the tables, the figure and the page show.
struct Comparison {
  std::string protocol;
  std::string split;
  std::size_t trials = 0;  // human ones
  std::size_t pairs = 0;   // of target and picture
  int samples = 10;        // scanpaths a pair and seed
  // Draws behind the intervals, and of what.
  int bootstrap = 1000;
  metrics::ResampleUnit resample = metrics::ResampleUnit::kPictures;
  std::vector<std::uint64_t> seeds;
  std::vector<ComparedMethod> methods;
};

// "pictures", "people", "pictures and people".
std::string ResampledText(const Comparison& comparison);

// The row of a method: means over its seeds. The bounds of the intervals are means of the seeds'
// bounds, which saw the same draws. The curve over searchers takes every sample of
// every seed as a searcher of its own.
metrics::RowSummary MeanOverSeeds(const ComparedMethod& method);

// Standard deviation over seeds (n - 1); absent with fewer than two.
metrics::ScoreVector SpreadOverSeeds(const ComparedMethod& method);

// Means over seeds, of what every seed has; memory and sizes are those of the largest.
MethodCost CostOverSeeds(const ComparedMethod& method);

nlohmann::ordered_json ToJson(const MethodCost& cost);
// Throws InputError, with `origin` as the file, when it is no such object.
MethodCost CostFromJson(const nlohmann::ordered_json& json, const std::filesystem::path& origin);

// {"protocol", "split", "trials", "pairs", "seed", "samples", "bootstrap", "seeds", "rows",
// "paper"}. Rows are those of `evaluate` with the curve over searchers and, besides: "kind",
// "published" (name of the paper's row), "seed_changes", "spread" (standard deviations over seeds),
// "cost", and "by_seed": the scores of each seed.
nlohmann::ordered_json ToJson(const Comparison& comparison);

}  // namespace saccade
