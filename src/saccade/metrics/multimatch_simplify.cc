#include <algorithm>
#include <cmath>
#include <numbers>

#include "saccade/metrics/multimatch.h"

namespace saccade::metrics {
namespace {

// Starts where the first starts and lands where the second lands, if they follow each other.
Saccade Merge(const Saccade& first, const Saccade& second) {
  return MakeSaccade(first.x, first.y, first.dx + second.dx, first.dy + second.dy,
                     first.duration_ms);
}

// Undefined (NaN, which is below no threshold) when one of them does not move.
double AngleBetweenDegrees(const Saccade& a, const Saccade& b) {
  const double cosine = (a.dx * b.dx + a.dy * b.dy) / (a.length * b.length);
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * (180 / std::numbers::pi);
}

std::vector<Saccade> DirectionPass(const std::vector<Saccade>& in, const Simplification& options) {
  std::vector<Saccade> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i + 1 < in.size() && AngleBetweenDegrees(in[i], in[i + 1]) < options.direction_degrees &&
        in[i + 1].duration_ms < options.duration_ms) {
      out.push_back(Merge(in[i], in[i + 1]));
      ++i;
    } else {
      out.push_back(in[i]);
    }
  }
  return out;
}

std::vector<Saccade> AmplitudePass(const std::vector<Saccade>& in, double last_duration_ms,
                                   const Simplification& options) {
  if (in.size() < 2) return in;
  std::vector<Saccade> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const bool last = i + 1 == in.size();
    const double next_duration_ms = last ? last_duration_ms : in[i + 1].duration_ms;
    const bool merge =
        in[i].length < options.amplitude_pixels &&
        (in[i].duration_ms < options.duration_ms || next_duration_ms < options.duration_ms);
    if (!merge) {
      out.push_back(in[i]);
    } else if (!last) {
      out.push_back(Merge(in[i], in[i + 1]));
      ++i;
    } else {
      // multimatch_gaze adds the last two vectors of the input, even where the last one written is
      // itself a sum already.
      const Saccade& before = in[i - 1];
      out.back() = MakeSaccade(out.back().x, out.back().y, before.dx + in[i].dx,
                               before.dy + in[i].dy, out.back().duration_ms);
    }
  }
  return out;
}

}  // namespace

std::vector<Saccade> Simplify(std::vector<Saccade> saccades, double last_duration_ms,
                              const Simplification& options) {
  // Every pass that changes something makes the list shorter, so this ends.
  while (true) {
    std::vector<Saccade> next =
        AmplitudePass(DirectionPass(saccades, options), last_duration_ms, options);
    if (next.size() == saccades.size()) return saccades;
    saccades = std::move(next);
  }
}

}  // namespace saccade::metrics
