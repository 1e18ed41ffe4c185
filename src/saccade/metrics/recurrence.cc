#include "saccade/metrics/recurrence.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace saccade::metrics {
namespace {

// Which fixations of two scanpaths of n recur.
class Recurrences {
 public:
  template <Frame F>
  Recurrences(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b, double radius)
      : n_(static_cast<int>(std::min(a.size(), b.size()))), recur_(std::size_t(n_) * n_) {
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        const double dx = a[i].point.x - b[j].point.x, dy = a[i].point.y - b[j].point.y;
        recur_[i * n_ + j] = std::sqrt(dx * dx + dy * dy) <= radius;
      }
    }
  }

  int n() const { return n_; }
  bool At(int i, int j) const {
    return 0 <= i && i < n_ && 0 <= j && j < n_ && recur_[std::size_t(i) * n_ + j];
  }
  // On a line of two or more in that direction.
  bool OnLine(int i, int j, int di, int dj) const {
    return At(i - di, j - dj) || At(i + di, j + dj);
  }

 private:
  int n_;
  std::vector<char> recur_;
};

}  // namespace

template <Frame F>
std::optional<RecurrenceScores> CrossRecurrence(std::span<const Fixation<F>> a,
                                                std::span<const Fixation<F>> b, double radius) {
  if (a.empty() || b.empty()) return std::nullopt;
  const Recurrences recur(a, b, radius);
  const int n = recur.n();
  double count = 0, diagonal = 0, vertical = 0, horizontal = 0, shift = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (!recur.At(i, j)) continue;
      ++count;
      shift += j - i;
      diagonal += recur.OnLine(i, j, 1, 1);
      vertical += recur.OnLine(i, j, 1, 0);
      horizontal += recur.OnLine(i, j, 0, 1);
    }
  }
  RecurrenceScores scores{.recurrence = 100 * count / (double(n) * n)};
  if (count == 0) return scores;
  scores.determinism = 100 * diagonal / count;
  scores.laminarity = 100 * (vertical + horizontal) / (2 * count);
  if (n > 1) scores.center_of_mass = 100 * shift / ((n - 1) * count);
  return scores;
}

template std::optional<RecurrenceScores> CrossRecurrence(std::span<const FixationInImage>,
                                                         std::span<const FixationInImage>, double);
template std::optional<RecurrenceScores> CrossRecurrence(std::span<const FixationInDisplay>,
                                                         std::span<const FixationInDisplay>,
                                                         double);

}  // namespace saccade::metrics
