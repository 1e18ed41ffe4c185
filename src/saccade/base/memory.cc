#include "saccade/base/memory.h"

#include <malloc.h>

#include <fstream>
#include <string>
#include <string_view>

namespace saccade {
namespace {

double StatusMb(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) return std::stod(line.substr(key.size())) / 1024;
  }
  return 0;
}

}  // namespace

double ResidentMemoryMb() { return StatusMb("VmRSS:"); }

double PeakMemoryMb() { return StatusMb("VmHWM:"); }

void ResetPeakMemory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";  // proc(5): resets the peak resident set size
}

}  // namespace saccade
