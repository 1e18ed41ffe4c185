#include "saccade/synth/solid.h"

#include <algorithm>
#include <limits>
#include <numbers>

namespace saccade::synth {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

}  // namespace

int Solid::Use(const Surface& surface) {
  surfaces_.push_back(surface);
  return static_cast<int>(surfaces_.size()) - 1;
}

void Solid::Polygon(std::span<const Vec3> corners, const Surface& surface) {
  const int used = Use(surface);
  const Vec3 u = Normalized(corners[1] - corners[0]);
  const Vec3 normal = Normalized(Cross(corners[1] - corners[0], corners.back() - corners[0]));
  const Vec3 v = Cross(normal, u);
  const auto place = [&](const Vec3& p) -> std::array<double, 2> {
    return {Dot(p - corners[0], u), Dot(p - corners[0], v)};
  };
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    triangles_.push_back({{corners[0], corners[i], corners[i + 1]},
                          {normal, normal, normal},
                          {place(corners[0]), place(corners[i]), place(corners[i + 1])},
                          used});
  }
}

void Solid::Quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d,
                 const Surface& surface) {
  const std::array<Vec3, 4> corners = {a, b, c, d};
  Polygon(corners, surface);
}

void Solid::Box(const Vec3& low, const Vec3& high, const Surface& surface) {
  Taper({low, high}, 1, 1, surface);
}

void Solid::Taper(const Bounds& box, double top_share_x, double top_share_z,
                  const Surface& surface) {
  const Vec3 middle = box.Center();
  const auto corner = [&](bool right, bool top, bool back) -> Vec3 {
    const Vec3 p{right ? box.high.x : box.low.x, top ? box.high.y : box.low.y,
                 back ? box.high.z : box.low.z};
    if (!top) return p;
    return {middle.x + (p.x - middle.x) * top_share_x, p.y,
            middle.z + (p.z - middle.z) * top_share_z};
  };
  const Vec3 a = corner(false, false, false), b = corner(true, false, false);
  const Vec3 c = corner(true, true, false), d = corner(false, true, false);
  const Vec3 e = corner(false, false, true), f = corner(true, false, true);
  const Vec3 g = corner(true, true, true), h = corner(false, true, true);
  Quad(a, b, c, d, surface);
  Quad(e, f, g, h, surface);
  Quad(e, a, d, h, surface);
  Quad(b, f, g, c, surface);
  Quad(d, c, g, h, surface);
  Quad(a, b, f, e, surface);
}

void Solid::SmoothQuad(const std::array<Vec3, 4>& at, const std::array<Vec3, 4>& normal,
                       const std::array<std::array<double, 2>, 4>& on_surface, int surface) {
  for (const auto& [i, j, k] : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
    triangles_.push_back({{at[i], at[j], at[k]},
                          {normal[i], normal[j], normal[k]},
                          {on_surface[i], on_surface[j], on_surface[k]},
                          surface});
  }
}

void Solid::Lathe(const Vec3& base, std::span<const ProfilePoint> profile, const Surface& surface,
                  double stretch, int segments) {
  const int used = Use(surface);
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const ProfilePoint low = profile[i], high = profile[i + 1];
    const double rise = high.height - low.height, spread = high.radius - low.radius;
    for (int s = 0; s < segments; ++s) {
      std::array<Vec3, 4> at, normal;
      std::array<std::array<double, 2>, 4> on_surface;
      for (int k = 0; k < 4; ++k) {
        const double angle = kTurn * (s + (k == 1 || k == 2)) / segments;
        const ProfilePoint p = k < 2 ? low : high;
        const double c = std::cos(angle), n = std::sin(angle);
        at[k] = base + Vec3{p.radius * c, p.height, p.radius * n * stretch};
        normal[k] = Normalized({rise * c, -spread, rise * n / stretch});
        on_surface[k] = {angle * std::max(low.radius, high.radius), p.height};
      }
      SmoothQuad(at, normal, on_surface, used);
    }
  }
}

void Solid::Ball(const Vec3& center, const Vec3& radii, const Surface& surface, int segments) {
  const int used = Use(surface);
  const int rings = std::max(4, segments / 2);
  for (int r = 0; r < rings; ++r) {
    for (int s = 0; s < segments; ++s) {
      std::array<Vec3, 4> at, normal;
      std::array<std::array<double, 2>, 4> on_surface;
      for (int k = 0; k < 4; ++k) {
        const double angle = kTurn * (s + (k == 1 || k == 2)) / segments;
        const double rise = kTurn / 2 * (r + (k > 1)) / rings - kTurn / 4;
        const Vec3 unit{std::cos(angle) * std::cos(rise), std::sin(rise),
                        std::sin(angle) * std::cos(rise)};
        at[k] = center + Vec3{unit.x * radii.x, unit.y * radii.y, unit.z * radii.z};
        normal[k] = Normalized({unit.x / radii.x, unit.y / radii.y, unit.z / radii.z});
        on_surface[k] = {angle * radii.x, rise * radii.y};
      }
      SmoothQuad(at, normal, on_surface, used);
    }
  }
}

void Solid::Rod(const Vec3& a, const Vec3& b, double radius, const Surface& surface, int segments) {
  const int used = Use(surface);
  const Vec3 along = Normalized(b - a);
  const Vec3 side =
      Normalized(Cross(along, std::abs(along.y) < .9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
  const Vec3 other = Cross(along, side);
  const double length = Length(b - a);
  for (int s = 0; s < segments; ++s) {
    std::array<Vec3, 4> at, normal;
    std::array<std::array<double, 2>, 4> on_surface;
    for (int k = 0; k < 4; ++k) {
      const double angle = kTurn * (s + (k == 1 || k == 2)) / segments;
      normal[k] = side * std::cos(angle) + other * std::sin(angle);
      at[k] = (k < 2 ? a : b) + normal[k] * radius;
      on_surface[k] = {angle * radius, k < 2 ? 0 : length};
    }
    SmoothQuad(at, normal, on_surface, used);
  }
}

void Solid::Prism(std::span<const std::array<double, 2>> outline, double z0, double z1,
                  const Surface& surface) {
  std::vector<Vec3> front, back;
  for (const auto& [x, y] : outline) {
    front.push_back({x, y, z0});
    back.push_back({x, y, z1});
  }
  Polygon(front, surface);
  Polygon(back, surface);
  for (std::size_t i = 0; i < front.size(); ++i) {
    const std::size_t j = (i + 1) % front.size();
    Quad(front[i], front[j], back[j], back[i], surface);
  }
}

void Solid::Disc(const Vec3& center, double radius, const Surface& surface, int segments) {
  std::vector<Vec3> edge;
  for (int s = 0; s < segments; ++s) {
    const double angle = kTurn * s / segments;
    edge.push_back(center + Vec3{radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  Polygon(edge, surface);
}

void Solid::Append(const Solid& other, const Pose& pose) {
  const int offset = static_cast<int>(surfaces_.size());
  surfaces_.insert(surfaces_.end(), other.surfaces_.begin(), other.surfaces_.end());
  for (Triangle triangle : other.triangles_) {
    for (int k = 0; k < 3; ++k) {
      triangle.at[k] = pose.Apply(triangle.at[k]);
      triangle.normal[k] = pose.Turn(triangle.normal[k]);
    }
    triangle.surface += offset;
    triangles_.push_back(triangle);
  }
}

Bounds Solid::Extent() const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Bounds bounds{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (const Triangle& triangle : triangles_) {
    for (const Vec3& p : triangle.at) {
      bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y),
                    std::min(bounds.low.z, p.z)};
      bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y),
                     std::max(bounds.high.z, p.z)};
    }
  }
  return bounds;
}

}  // namespace saccade::synth
