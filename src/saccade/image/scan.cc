#include "saccade/image/scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace saccade {
namespace {

constexpr int kSublines = 16;

struct Side {
  double top, bottom;  // y of its ends
  double x;            // at y = top
  double slope;        // dx / dy
  int direction;       // +1 down, -1 up, for the non-zero rule
};

struct Crossing {
  double x;
  int direction;
};

// None when a point is not finite.
std::vector<Side> SidesOf(std::span<const PointInPhoto> polygon) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PointInPhoto& a = polygon[i];
    const PointInPhoto& b = polygon[(i + 1) % polygon.size()];
    if (!std::isfinite(a.x) || !std::isfinite(a.y)) return {};
    if (a.y == b.y) continue;
    const double slope = (b.x - a.x) / (b.y - a.y);
    if (a.y < b.y) {
      sides.push_back({a.y, b.y, a.x, slope, 1});
    } else {
      sides.push_back({b.y, a.y, b.x, slope, -1});
    }
  }
  return sides;
}

// Calls body(from, to) for the stretches of a line at height y that are inside.
template <typename Body>
void ForInsideStretches(std::span<const Side* const> sides, double y,
                        std::vector<Crossing>& crossings, const Body& body) {
  crossings.clear();
  for (const Side* side : sides) {
    if (side->top <= y && y < side->bottom) {
      crossings.push_back({side->x + (y - side->top) * side->slope, side->direction});
    }
  }
  std::ranges::sort(crossings, {}, &Crossing::x);
  int winding = 0;
  for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
    winding += crossings[i].direction;
    if (winding != 0 && crossings[i].x < crossings[i + 1].x) {
      body(crossings[i].x, crossings[i + 1].x);
    }
  }
}

// Coverage of one row: `partial` for the ends of stretches, `steps` for the change where whole
// pixels begin and end.
class CoverageRow {
 public:
  explicit CoverageRow(int width) : partial_(width + 1), steps_(width + 1), width_(width) {}

  void Add(double from, double to, double weight) {
    from = std::clamp(from, 0.0, static_cast<double>(width_));
    to = std::clamp(to, 0.0, static_cast<double>(width_));
    if (from >= to) return;
    const int first = static_cast<int>(from);
    const int last = static_cast<int>(to);
    low_ = std::min(low_, first);
    high_ = std::max(high_, std::min(last + 1, width_));
    if (first == last) {
      partial_[first] += (to - from) * weight;
      return;
    }
    partial_[first] += (first + 1 - from) * weight;
    partial_[last] += (to - last) * weight;
    steps_[first + 1] += weight;
    steps_[last] -= weight;
  }

  void Flush(int y, const RunSink& sink) {
    double whole = 0;
    int start = low_;
    double current = 0;
    for (int x = low_; x < high_; ++x) {
      whole += steps_[x];
      const double coverage = std::min(1.0, whole + partial_[x]);
      if (coverage != current) {
        if (x > start && current > kNothing) sink(y, start, x, current);
        start = x;
        current = coverage;
      }
      steps_[x] = partial_[x] = 0;
    }
    if (high_ > start && current > kNothing) sink(y, start, high_, current);
    if (low_ <= high_) steps_[high_] = partial_[high_] = 0;
    low_ = std::numeric_limits<int>::max();
    high_ = 0;
  }

 private:
  // Below what an 8-bit channel can show.
  static constexpr double kNothing = 1e-6;

  std::vector<double> partial_;
  std::vector<double> steps_;
  int width_;
  int low_ = std::numeric_limits<int>::max();
  int high_ = 0;
};

double DistanceToSegment(const PointInPhoto& p, const PointInPhoto& a, const PointInPhoto& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length2 = dx * dx + dy * dy;
  double t = 0;
  if (length2 > 0) t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0);
  return std::hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy));
}

struct PixelWindow {
  int x0, y0, x1, y1;
  int Width() const { return x1 - x0; }
  int Height() const { return y1 - y0; }
  bool Empty() const { return x0 >= x1 || y0 >= y1; }
};

PixelWindow WindowAround(double left, double top, double right, double bottom, double margin,
                         int width, int height) {
  return {static_cast<int>(std::clamp(std::floor(left - margin), 0.0, double(width))),
          static_cast<int>(std::clamp(std::floor(top - margin), 0.0, double(height))),
          static_cast<int>(std::clamp(std::ceil(right + margin), 0.0, double(width))),
          static_cast<int>(std::clamp(std::ceil(bottom + margin), 0.0, double(height)))};
}

}  // namespace

void ScanPolygon(std::span<const PointInPhoto> polygon, int width, int height, Edge edge,
                 const RunSink& sink) {
  const std::vector<Side> sides = SidesOf(polygon);
  if (sides.empty() || width <= 0) return;
  const double top = std::ranges::min(sides, {}, &Side::top).top;
  const double bottom = std::ranges::max(sides, {}, &Side::bottom).bottom;
  const int first = static_cast<int>(std::clamp(std::floor(top), 0.0, double(height)));
  const int last = static_cast<int>(std::clamp(std::ceil(bottom), 0.0, double(height)));

  CoverageRow row(edge == Edge::kSmooth ? width : 0);
  std::vector<const Side*> near;
  std::vector<Crossing> crossings;
  for (int y = first; y < last; ++y) {
    near.clear();
    for (const Side& side : sides) {
      if (side.top < y + 1 && side.bottom > y) near.push_back(&side);
    }
    if (edge == Edge::kHard) {
      const auto center_at_or_after = [&](double x) {
        return static_cast<int>(std::clamp(std::ceil(x - 0.5), 0.0, double(width)));
      };
      ForInsideStretches(near, y + 0.5, crossings, [&](double from, double to) {
        const int x0 = center_at_or_after(from);
        const int x1 = center_at_or_after(to);
        if (x0 < x1) sink(y, x0, x1, 1.0);
      });
      continue;
    }
    for (int k = 0; k < kSublines; ++k) {
      ForInsideStretches(near, y + (k + 0.5) / kSublines, crossings,
                         [&](double from, double to) { row.Add(from, to, 1.0 / kSublines); });
    }
    row.Flush(y, sink);
  }
}

void ScanStroke(std::span<const PointInPhoto> line, double thickness, int width, int height,
                Edge edge, const RunSink& sink) {
  const Contour copy(line.begin(), line.end());
  ScanStrokes({&copy, 1}, thickness, width, height, edge, sink);
}

void ScanStrokes(std::span<const Contour> lines, double thickness, int width, int height, Edge edge,
                 const RunSink& sink) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double left = kInfinity, top = kInfinity, right = -kInfinity, bottom = -kInfinity;
  for (const Contour& line : lines) {
    for (const PointInPhoto& p : line) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      top = std::min(top, p.y);
      bottom = std::max(bottom, p.y);
    }
  }
  if (left > right || !(thickness > 0)) return;
  const double half = thickness / 2;
  const PixelWindow all = WindowAround(left, top, right, bottom, half + 1, width, height);
  if (all.Empty()) return;

  // Distances need not be known beyond the stroke.
  const float far = static_cast<float>(half + 1);
  std::vector<float> distance(static_cast<std::size_t>(all.Width()) * all.Height(), far);
  for (const Contour& line : lines) {
    const std::size_t segments = line.size() == 1 ? 1 : line.size() - 1;
    for (std::size_t i = 0; !line.empty() && i < segments; ++i) {
      const PointInPhoto& a = line[i];
      const PointInPhoto& b = line[std::min(i + 1, line.size() - 1)];
      const PixelWindow window =
          WindowAround(std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x),
                       std::max(a.y, b.y), half + 1, width, height);
      for (int y = window.y0; y < window.y1; ++y) {
        float* row = &distance[static_cast<std::size_t>(y - all.y0) * all.Width()];
        for (int x = window.x0; x < window.x1; ++x) {
          const double d = DistanceToSegment({x + 0.5, y + 0.5}, a, b);
          row[x - all.x0] = std::min(row[x - all.x0], static_cast<float>(d));
        }
      }
    }
  }

  for (int y = all.y0; y < all.y1; ++y) {
    const float* row = &distance[static_cast<std::size_t>(y - all.y0) * all.Width()];
    int start = all.x0;
    double current = 0;
    for (int x = all.x0; x <= all.x1; ++x) {
      double coverage = 0;
      if (x < all.x1) {
        const double d = row[x - all.x0];
        // A pixel is taken as a unit interval across the line.
        coverage = edge == Edge::kHard
                       ? (d <= half ? 1.0 : 0.0)
                       : std::max(0.0, std::min(d + 0.5, half) - std::max(d - 0.5, -half));
      }
      if (coverage != current) {
        if (current > 0) sink(y, start, x, current);
        start = x;
        current = coverage;
      }
    }
  }
}

Contour EllipseOutline(PointInPhoto center, double radius_x, double radius_y, double turn) {
  // A chord of angle s leaves the circle by r (1 - cos(s / 2)) ~ r s^2 / 8.
  const double radius = std::max({std::abs(radius_x), std::abs(radius_y), 0.1});
  const double step = std::sqrt(8 * 0.01 / radius);
  const int points = std::clamp(static_cast<int>(2 * std::numbers::pi / step) + 1, 12, 4096);
  Contour outline(points);
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    const double x = radius_x * std::cos(angle);
    const double y = radius_y * std::sin(angle);
    outline[i] = {center.x + x * std::cos(turn) - y * std::sin(turn),
                  center.y + x * std::sin(turn) + y * std::cos(turn)};
  }
  return outline;
}

Contour RectangleOutline(const BoxInPhoto& box) {
  return {{box.x, box.y},
          {box.x + box.width, box.y},
          {box.x + box.width, box.y + box.height},
          {box.x, box.y + box.height}};
}

Contour RoundedRectangleOutline(const BoxInPhoto& box, double radius) {
  radius = std::min({radius, box.width / 2, box.height / 2});
  if (!(radius > 0)) return RectangleOutline(box);
  const int steps = std::clamp(static_cast<int>(3 * std::sqrt(radius)) + 1, 3, 64);
  const PointInPhoto centers[] = {{box.x + box.width - radius, box.y + box.height - radius},
                                  {box.x + radius, box.y + box.height - radius},
                                  {box.x + radius, box.y + radius},
                                  {box.x + box.width - radius, box.y + radius}};
  Contour outline;
  for (int corner = 0; corner < 4; ++corner) {
    for (int i = 0; i <= steps; ++i) {
      const double angle = std::numbers::pi / 2 * (corner + static_cast<double>(i) / steps);
      outline.push_back({centers[corner].x + radius * std::cos(angle),
                         centers[corner].y + radius * std::sin(angle)});
    }
  }
  return outline;
}

}  // namespace saccade
