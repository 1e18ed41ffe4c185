#pragma once

#include <chrono>
#include <ctime>
#include <utility>

namespace saccade {

// Measures the stages of a job one after the other. Runs from its construction.
class Stopwatch {
 public:
  // Seconds since the last call.
  double Lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(start_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Processor time of all threads of this process, since it began.
inline double ProcessorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <typename Work>
double SecondsOf(const Work& work) {
  Stopwatch watch;
  work();
  return watch.Lap();
}

}  // namespace saccade
