#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace saccade {

// SplitMix64's output for state `x`: the mixing step behind every random number here.
constexpr std::uint64_t SplitMix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// FNV-1a, 64 bits, of a name.
constexpr std::uint64_t Fnv1a64(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return hash;
}

// A seeded generator for one purpose and one item. Two generators with another purpose or item are
// independent, so results depend neither on the number of threads nor on the order of work:
//   Random random(seed, "rollout", picture_index);
// Satisfies UniformRandomBitGenerator; the whole state is one counter (State), which checkpoints
// keep.
class Random {
 public:
  using result_type = std::uint64_t;

  explicit Random(std::uint64_t seed, std::string_view purpose = "", std::uint64_t item = 0)
      : state_(SplitMix64(SplitMix64(seed ^ Fnv1a64(purpose)) + item)) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    const result_type value = SplitMix64(state_);
    state_ += 0x9E3779B97F4A7C15ull;
    return value;
  }

  // In [0, 1), 53 bits.
  double Uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }
  double Uniform(double low, double high) { return low + (high - low) * Uniform(); }
  // In [0, bound), unbiased. `bound` must not be 0.
  std::uint64_t Below(std::uint64_t bound);
  // Mean 0, standard deviation 1.
  double Normal();
  // Index drawn with probability proportional to weights[i] >= 0. Returns weights.size() - 1 at the
  // latest; throws std::invalid_argument when no weight is positive.
  std::size_t Choose(std::span<const double> weights);
  std::size_t Choose(std::span<const float> weights);

  template <typename T>
  void Shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[Below(i)]);
  }

  std::uint64_t State() const { return state_; }
  void SetState(std::uint64_t state) { state_ = state; }

 private:
  std::uint64_t state_;
};

}  // namespace saccade
