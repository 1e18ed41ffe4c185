#include "saccade/synth/pattern.h"

#include <cmath>
#include <cstdint>

#include "saccade/base/random.h"

namespace saccade::synth {
namespace {

// 0..1, the same for the same lattice point.
double Lattice(std::int64_t i, std::int64_t j) {
  const auto mixed = SplitMix64(static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ull +
                                static_cast<std::uint64_t>(j));
  return static_cast<double>(mixed >> 40) * 0x1.0p-24;
}

// Value noise, 0..1, with features of size 1.
double Noise(double x, double y) {
  const double fx = std::floor(x), fy = std::floor(y);
  const auto i = static_cast<std::int64_t>(fx), j = static_cast<std::int64_t>(fy);
  double s = x - fx, t = y - fy;
  s = s * s * (3 - 2 * s);
  t = t * t * (3 - 2 * t);
  const double top = Lattice(i, j) * (1 - s) + Lattice(i + 1, j) * s;
  const double bottom = Lattice(i, j + 1) * (1 - s) + Lattice(i + 1, j + 1) * s;
  return top * (1 - t) + bottom * t;
}

// Distance from the nearest multiple of `step`, in steps: 0..0.5.
double ToJoint(double x, double step) {
  const double share = x / step - std::floor(x / step);
  return std::min(share, 1 - share);
}

Tint Planks(const Surface& surface, double u, double v) {
  const auto board = static_cast<std::int64_t>(std::floor(v / surface.scale));
  const double tone = .88 + .2 * Lattice(board, 7);
  const double grain = Noise(u * 2.5 + 31.0 * static_cast<double>(board), v * 90);
  const bool joint = ToJoint(v, surface.scale) < .02;
  return Mix(surface.color, surface.second, .35 * grain) * (joint ? .7 : tone);
}

Tint Bricks(const Surface& surface, double u, double v) {
  const auto row = static_cast<std::int64_t>(std::floor(v / surface.scale));
  const double shifted = u + (row % 2 != 0 ? surface.scale : 0);
  const auto column = static_cast<std::int64_t>(std::floor(shifted / (2 * surface.scale)));
  if (ToJoint(v, surface.scale) < .06 || ToJoint(shifted, 2 * surface.scale) < .03) {
    return surface.second;
  }
  return surface.color * (.85 + .3 * Lattice(row, column));
}

}  // namespace

Tint ColorAt(const Surface& surface, double u, double v) {
  switch (surface.pattern) {
    case Pattern::kPlain:
      return surface.color;
    case Pattern::kPlanks:
      return Planks(surface, u, v);
    case Pattern::kTiles:
      if (ToJoint(u, surface.scale) < .03 || ToJoint(v, surface.scale) < .03) return surface.second;
      return surface.color *
             (.96 + .07 * Lattice(static_cast<std::int64_t>(std::floor(u / surface.scale)),
                                  static_cast<std::int64_t>(std::floor(v / surface.scale))));
    case Pattern::kBricks:
      return Bricks(surface, u, v);
    case Pattern::kSpeckle:
      return Mix(surface.color, surface.second,
                 .6 * Noise(u / surface.scale, v / surface.scale) +
                     .4 * Noise(2.7 * u / surface.scale, 2.7 * v / surface.scale));
    case Pattern::kStripes:
      return ToJoint(u, 2 * surface.scale) < .25 ? surface.second : surface.color;
    case Pattern::kKeys:
      return ToJoint(u, surface.scale) < .14 || ToJoint(v, surface.scale) < .14 ? surface.second
                                                                                : surface.color;
  }
  return surface.color;
}

}  // namespace saccade::synth
