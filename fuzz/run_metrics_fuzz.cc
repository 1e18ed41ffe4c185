#include <cstdint>

#include "saccade/base/error.h"
#include "saccade/study/run_metrics.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const auto file = folder.Write("metrics.jsonl", {reinterpret_cast<const char*>(data), size});
  try {
    for (const auto& curve : saccade::ReadRunMetrics(file)) {
      if (curve.steps.size() != curve.values.size()) __builtin_trap();
      for (std::size_t i = 1; i < curve.steps.size(); ++i) {
        if (!(curve.steps[i - 1] < curve.steps[i])) __builtin_trap();
      }
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
