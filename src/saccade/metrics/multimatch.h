#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// MultiMatch (Dewhurst et al. 2012) as the paper scores it: two scanpaths are aligned saccade by
// saccade along the cheapest way through the matrix of vector differences, and compared in five
// respects over the aligned pairs. Formulas, choices and the released code:
// docs/metrics/multimatch.md.

// What happens to scanpaths of fewer than three fixations. kPad fills them up to three with points
// (1, 1) of 1 ms, as the released code does and as the published human row needs; kSkip gives no
// score.
enum class ShortRule { kPad, kSkip };

// Merging of neighbouring saccades before the comparison, as the original toolbox offers. Off by
// default everywhere in the field's tables.
struct Simplification {
  double direction_degrees = 45;  // merge two saccades whose angle is smaller
  double duration_ms = 300;       // only where the fixation between is shorter
  double amplitude_pixels = 100;  // merge a saccade that is shorter into its neighbour
};

struct MultiMatchOptions {
  ShortRule short_rule = ShortRule::kPad;
  std::optional<Simplification> simplification = std::nullopt;
};

// Similarities in [0, 1]; 1 is equal. A saccade longer than the frame's diagonal can make them
// negative.
struct MultiMatchScores {
  double shape = 0;
  double direction = 0;
  double length = 0;
  double position = 0;
  double duration = 0;
  bool operator==(const MultiMatchScores&) const = default;
};

// One jump of the eye, in pixels; duration is that of the fixation where it starts.
struct Saccade {
  double x = 0;
  double y = 0;
  double dx = 0;
  double dy = 0;
  double length = 0;
  double angle = 0;  // atan2(dy, dx), radians
  double duration_ms = 0;
  bool operator==(const Saccade&) const = default;
};

// A scanpath ready to be compared many times. Without saccades it gives no score.
template <Frame F>
struct PreparedScanpath {
  std::vector<Saccade> saccades;
};

template <Frame F>
PreparedScanpath<F> Prepare(std::span<const Fixation<F>> scanpath,
                            const MultiMatchOptions& options = {});

// The score of `a` (the prediction, or the trial being scored) against `b`. Nothing when one of
// them has no saccades. Ties between alignments are broken by `a`'s saccades being the rows, so the
// scores of (b, a) can differ. Does not allocate below 32 saccades.
template <Frame F>
std::optional<MultiMatchScores> MultiMatch(const PreparedScanpath<F>& a,
                                           const PreparedScanpath<F>& b);

template <Frame F>
std::optional<MultiMatchScores> MultiMatch(std::span<const Fixation<F>> a,
                                           std::span<const Fixation<F>> b,
                                           const MultiMatchOptions& options = {}) {
  return MultiMatch(Prepare(a, options), Prepare(b, options));
}

// The two implementations behind MultiMatch(), on saccades and with the frame's diagonal. Both need
// at least one saccade on each side. The plain one is the definition: Dijkstra's algorithm,
// settling the smallest index among equals. The fast one is dynamic programming on the stack and
// gives the same bits (tested, ties included).
MultiMatchScores MultiMatchPlain(std::span<const Saccade> a, std::span<const Saccade> b,
                                 double diagonal);
MultiMatchScores MultiMatchFast(std::span<const Saccade> a, std::span<const Saccade> b,
                                double diagonal);

// A direction pass, then an amplitude pass, until nothing changes. `last_duration_ms` is that of
// the fixation where the last saccade lands.
std::vector<Saccade> Simplify(std::vector<Saccade> saccades, double last_duration_ms,
                              const Simplification& options);

// The saccade from one place by (dx, dy).
Saccade MakeSaccade(double x, double y, double dx, double dy, double duration_ms);

// Differences of one aligned pair of saccades, used by both implementations so that they cannot
// drift apart. Angle in [0, pi]; duration relative to the longer of the two.
inline double AngleDifference(const Saccade& a, const Saccade& b) {
  const double difference = std::abs(a.angle - b.angle);
  return difference > std::numbers::pi ? 2 * std::numbers::pi - difference : difference;
}
inline double DurationDifference(const Saccade& a, const Saccade& b) {
  const double longer = std::max(a.duration_ms, b.duration_ms);
  return longer > 0 ? std::abs(a.duration_ms - b.duration_ms) / longer : 0;
}

}  // namespace saccade::metrics
