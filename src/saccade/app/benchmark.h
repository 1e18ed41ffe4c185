#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "saccade/app/trial_input.h"
#include "saccade/base/options_fwd.h"
#include "saccade/base/watch.h"
#include "saccade/metrics/benchmark.h"

namespace saccade::app {

// How fast scoring, learning and prediction are on this machine.
struct BenchmarkOptions {
  TrialInput fixations{};           // to measure on; empty: the embedded data
  std::filesystem::path beliefs{};  // store of their pictures; empty: learning is left out
  int pictures = 128;               // searches of the training iteration
  bool scale = false;               // scoring at 1x, 2x, 4x, 8x of the trials too
  bool only_metrics = false;        // leave learning out: it takes minutes
  std::uint64_t seed = 0;
  Watch watch{};

  // Throws InputError for beliefs of no trials.
  void Check() const;
};
OptionList OptionsOf(BenchmarkOptions& options);

struct BenchmarkResult {
  int threads = 0;
  std::uint64_t seed = 0;
  std::string width;  // of the processor's instructions
  metrics::MetricBenchmark scoring;
  // By name, LearningSpeed (app/libtorch.h); empty where it was left out.
  std::vector<std::pair<std::string, double>> learning;
};
BenchmarkResult Benchmark(const BenchmarkOptions& options);
// One object of numbers.
nlohmann::ordered_json ToJson(const BenchmarkResult& result);

}  // namespace saccade::app
