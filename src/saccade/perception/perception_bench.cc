#include <benchmark/benchmark.h>

#include <filesystem>

#include "saccade/image/blur.h"
#include "saccade/perception/convolution.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/perception/panoptic_fpn.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

// One picture of the image frame, sharp and blurred, at a short edge of range(0): all 1000
// proposals and 100 detections are used. "peak" is the fraction of what a convolution reaches in
// this process.
void PanopticFpnSharpAndBlurred(benchmark::State& state) {
  const auto params = testing::SharedData("gold_d2/params.json");
  if (!std::filesystem::exists(params)) {
    state.SkipWithError("needs the shared data (set SACCADE_DATA)");
    return;
  }
  static const NamedTensors weights = FormulaWeights(params);
  const PanopticFpn parser(weights, "formula",
                           PanopticFpnOptions::WithInputSize(static_cast<int>(state.range(0))));
  const Picture sharp = FormulaPicture(512, 320, 64);
  const Picture blurred = GaussianBlur(sharp, 2);
  UseThreads(0);
  const double peak = MeasureConvolutionPeak();
  parser.Parse(sharp);  // makes the primitives
  const double before = ConvolutionFlops();
  for (auto _ : state) {
    benchmark::DoNotOptimize(parser.Parse(sharp));
    benchmark::DoNotOptimize(parser.Parse(blurred));
  }
  const double flops = ConvolutionFlops() - before;
  state.counters["GFLOP"] = flops / 1e9 / static_cast<double>(state.iterations());
  state.counters["flop/s"] = benchmark::Counter(flops, benchmark::Counter::kIsRate);
  state.counters["peak"] = benchmark::Counter(flops / peak, benchmark::Counter::kIsRate);
}
BENCHMARK(PanopticFpnSharpAndBlurred)->Arg(320)->Arg(800)->Unit(benchmark::kSecond)->UseRealTime();

}  // namespace
}  // namespace saccade
