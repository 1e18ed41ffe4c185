#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace saccade::synth {

// Metres in a room or street: x to the right, y up, z away from the viewer.
struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;
  bool operator==(const Vec3&) const = default;

  Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
};

inline double Dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 Cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double Length(const Vec3& v) { return std::sqrt(Dot(v, v)); }
inline Vec3 Normalized(const Vec3& v) {
  const double length = Length(v);
  return length > 0 ? v * (1 / length) : Vec3{0, 1, 0};
}
inline Vec3 Mix(const Vec3& a, const Vec3& b, double t) { return a + (b - a) * t; }

// Red, green, blue in 0..1.
struct Tint {
  double r = 0;
  double g = 0;
  double b = 0;
  Tint operator*(double s) const { return {r * s, g * s, b * s}; }
  Tint operator+(const Tint& o) const { return {r + o.r, g + o.g, b + o.b}; }
};
inline Tint Mix(const Tint& a, const Tint& b, double t) { return a * (1 - t) + b * t; }

// What is drawn on a surface; coordinates on the surface are metres.
enum class Pattern {
  kPlain,
  kPlanks,   // wood: boards of height `scale` with grain along u
  kTiles,    // squares of side `scale` with joints of the second colour
  kBricks,   // rows of height `scale`
  kSpeckle,  // grains of size `scale`: asphalt, carpet, granite, leaves
  kStripes,  // bands of width `scale` across u
  kKeys,     // key caps of side `scale` on the second colour
};

struct Surface {
  Tint color{};
  Pattern pattern = Pattern::kPlain;
  Tint second{};
  double scale = .1;
  double gloss = 0;    // 0 matt .. 1: strength of the highlight
  bool glows = false;  // a screen or the sky: not shaded
};

struct Triangle {
  std::array<Vec3, 3> at;
  std::array<Vec3, 3> normal;
  std::array<std::array<double, 2>, 3> on_surface;  // metres
  int surface = 0;                                  // index into Solid::surfaces
};

// Where a solid stands: turned by `yaw` radians about the vertical (positive turns its front, which
// looks to -z, to the viewer's left), enlarged, then moved.
struct Pose {
  Vec3 at{};
  double yaw = 0;
  double scale = 1;

  Vec3 Turn(const Vec3& v) const {
    const double c = std::cos(yaw), s = std::sin(yaw);
    return {c * v.x + s * v.z, v.y, -s * v.x + c * v.z};
  }
  Vec3 Apply(const Vec3& v) const { return Turn(v) * scale + at; }
};

// The extent of a solid along the axes.
struct Bounds {
  Vec3 low{};
  Vec3 high{};
  Vec3 Center() const { return Mix(low, high, .5); }
  Vec3 Size() const { return high - low; }
};

// A thing's or a wall's surface as triangles, both sides visible. Shapes are built in the thing's
// own coordinates: it stands on y = 0 above the origin and its front looks to -z.
class Solid {
 public:
  struct ProfilePoint {
    double radius = 0;
    double height = 0;
  };

  // Corners in order around the edge; convex. The surface's u runs from the first to the second.
  void Polygon(std::span<const Vec3> corners, const Surface& surface);
  void Quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Surface& surface);
  void Box(const Vec3& low, const Vec3& high, const Surface& surface);
  // A wedge between a low rectangle and a high one: pillows, car cabins, lamp shades.
  void Taper(const Bounds& box, double top_share_x, double top_share_z, const Surface& surface);
  // Turned on a lathe about the vertical through `base`; stretched along z by `stretch`.
  void Lathe(const Vec3& base, std::span<const ProfilePoint> profile, const Surface& surface,
             double stretch = 1, int segments = 20);
  void Ball(const Vec3& center, const Vec3& radii, const Surface& surface, int segments = 14);
  // A round bar from a to b.
  void Rod(const Vec3& a, const Vec3& b, double radius, const Surface& surface, int segments = 8);
  // An outline in the x-y plane (convex), from z0 to z1.
  void Prism(std::span<const std::array<double, 2>> outline, double z0, double z1,
             const Surface& surface);
  // A disc or ring that faces -z.
  void Disc(const Vec3& center, double radius, const Surface& surface, int segments = 24);

  void Append(const Solid& other, const Pose& pose);

  const std::vector<Triangle>& triangles() const { return triangles_; }
  const std::vector<Surface>& surfaces() const { return surfaces_; }
  Bounds Extent() const;

 private:
  int Use(const Surface& surface);
  void SmoothQuad(const std::array<Vec3, 4>& at, const std::array<Vec3, 4>& normal,
                  const std::array<std::array<double, 2>, 4>& on_surface, int surface);

  std::vector<Triangle> triangles_;
  std::vector<Surface> surfaces_;
};

}  // namespace saccade::synth
