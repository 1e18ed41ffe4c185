#include "saccade/base/processor_width.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>

#include "saccade/base/error.h"

namespace saccade {
namespace {

constexpr Width kAll[] = {Width::kBaseline, Width::kAvx2, Width::kAvx512, Width::kNative};
constexpr int kNotYet = -1;
std::atomic<int> current = kNotYet;

// The compiler's options in SaccadeWidths.cmake are these.
bool MachineHas(Width width) {
#ifdef SACCADE_NATIVE
  if (width == Width::kNative) return true;
#endif
#ifdef __x86_64__
  if (width == Width::kAvx2 || width == Width::kAvx512) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return false;
  }
  if (width == Width::kAvx512) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  }
  if (width == Width::kAvx2) return true;
#endif
  return width == Width::kBaseline;
}

Width Choose() {
  const std::vector<Width> widths = MachineWidths();
  const char* const wanted = std::getenv("SACCADE_WIDTH");
  if (wanted == nullptr || *wanted == '\0') return widths.back();
  const auto found = std::ranges::find(widths, std::string_view(wanted), WidthName);
  if (found != widths.end()) return *found;
  const bool known = std::ranges::find(kAll, std::string_view(wanted), WidthName) != std::end(kAll);
  std::vector<std::string_view> names;
  for (const Width width : widths) names.push_back(WidthName(width));
  throw InputError(fmt::format("SACCADE_WIDTH: \"{}\" is {}; it can be {}, or unset", wanted,
                               known ? "not for this machine or program" : "no width",
                               fmt::join(names, ", ")));
}

}  // namespace

std::vector<Width> MachineWidths() {
  std::vector<Width> widths;
  std::ranges::copy_if(kAll, std::back_inserter(widths), MachineHas);
  return widths;
}

std::string_view WidthName(Width width) {
  switch (width) {
    case Width::kAvx2:
      return "avx2";
    case Width::kAvx512:
      return "avx512";
    case Width::kNative:
      return "native";
    default:
#ifdef __x86_64__
      return "v2";
#else
      return "plain";
#endif
  }
}

Width CurrentWidth() {
  int width = current.load(std::memory_order_relaxed);
  if (width == kNotYet) {
    width = static_cast<int>(Choose());
    current.store(width, std::memory_order_relaxed);
  }
  return static_cast<Width>(width);
}

void UseWidth(Width width) {
  if (!MachineHas(width)) throw std::logic_error("this machine lacks the width");
  current = static_cast<int>(width);
}

}  // namespace saccade
