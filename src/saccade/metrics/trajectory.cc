#include "saccade/metrics/trajectory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace saccade::metrics {
namespace {

// Distances of all pairs of fixations, on the stack for the usual lengths.
template <Frame F>
class Distances {
 public:
  Distances(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b) : width_(b.size()) {
    if (a.size() * width_ > on_stack_.size()) {
      on_heap_.resize(a.size() * width_);
      data_ = on_heap_.data();
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < width_; ++j) {
        const double dx = a[i].point.x - b[j].point.x, dy = a[i].point.y - b[j].point.y;
        data_[i * width_ + j] = std::sqrt(dx * dx + dy * dy);
      }
    }
  }
  Distances(const Distances&) = delete;
  Distances& operator=(const Distances&) = delete;
  double operator()(std::size_t i, std::size_t j) const { return data_[i * width_ + j]; }

 private:
  std::size_t width_;
  std::array<double, 256> on_stack_;
  std::vector<double> on_heap_;
  double* data_ = on_stack_.data();
};

// The last value of value(i, j) = step(distance, smallest of the three before it).
template <Frame F, typename Step>
std::optional<double> CheapestWay(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b,
                                  const Step& step) {
  if (a.empty() || b.empty()) return std::nullopt;
  const Distances<F> distance(a, b);
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> row(b.size() + 1, kFar);
  row[0] = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double diagonal = row[0];
    row[0] = kFar;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double above = row[j];
      row[j] = step(distance(i, j - 1), std::min({diagonal, above, row[j - 1]}));
      diagonal = above;
    }
  }
  return row[b.size()];
}

// Mean over the runs of `a` of the distance of the nearest run of `b`, each k long.
template <Frame F>
double Embedded(const Distances<F>& distance, std::size_t a, std::size_t b, std::size_t k) {
  double all = 0;
  for (std::size_t i = 0; i + k <= a; ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j + k <= b; ++j) {
      double sum = 0;
      for (std::size_t step = 0; step < k; ++step) sum += distance(i + step, j + step);
      nearest = std::min(nearest, sum);
    }
    all += nearest / static_cast<double>(k);
  }
  return all / static_cast<double>(a - k + 1);
}

}  // namespace

template <Frame F>
std::optional<double> TimeWarping(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b) {
  return CheapestWay(a, b, [](double distance, double before) { return before + distance; });
}

template <Frame F>
std::optional<double> FrechetDistance(std::span<const Fixation<F>> a,
                                      std::span<const Fixation<F>> b) {
  return CheapestWay(a, b,
                     [](double distance, double before) { return std::max(before, distance); });
}

template <Frame F>
std::optional<double> TimeDelayEmbedding(std::span<const Fixation<F>> a,
                                         std::span<const Fixation<F>> b, std::size_t k) {
  if (k == 0 || a.size() < k || b.size() < k) return std::nullopt;
  return Embedded(Distances<F>(a, b), a.size(), b.size(), k);
}

template <Frame F>
std::optional<double> ScaledTimeDelayEmbedding(std::span<const Fixation<F>> a,
                                               std::span<const Fixation<F>> b) {
  const std::size_t longest = std::min(a.size(), b.size());
  if (longest == 0) return std::nullopt;
  constexpr FrameSize size = SizeOf<F>();
  const double side = std::max<double>(size.width, size.height);
  const Distances<F> distance(a, b);
  double sum = 0;
  for (std::size_t k = 1; k <= longest; ++k) {
    sum += std::exp(-Embedded(distance, a.size(), b.size(), k) / side);
  }
  return sum / static_cast<double>(longest);
}

#define SACCADE_TRAJECTORY(F)                                                                   \
  template std::optional<double> TimeWarping(std::span<const Fixation<F>>,                      \
                                             std::span<const Fixation<F>>);                     \
  template std::optional<double> FrechetDistance(std::span<const Fixation<F>>,                  \
                                                 std::span<const Fixation<F>>);                 \
  template std::optional<double> TimeDelayEmbedding(std::span<const Fixation<F>>,               \
                                                    std::span<const Fixation<F>>, std::size_t); \
  template std::optional<double> ScaledTimeDelayEmbedding(std::span<const Fixation<F>>,         \
                                                          std::span<const Fixation<F>>);
SACCADE_TRAJECTORY(Frame::kImage)
SACCADE_TRAJECTORY(Frame::kDisplay)
#undef SACCADE_TRAJECTORY

}  // namespace saccade::metrics
