#include "saccade/synth/render.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "saccade/base/random.h"
#include "saccade/image/scan.h"
#include "saccade/synth/pattern.h"

namespace saccade::synth {
namespace {

constexpr double kNear = .05;                   // metres; what is closer is cut off
constexpr int kSubpixels = 2;                   // the picture is rasterised at twice its size
constexpr int kShadowSide = 768;                // pixels of the light's own view
constexpr float kEmpty = 0;                     // inverse depth of nothing
constexpr std::uint32_t kNothing = 0xFFFFFFFF;  // no facet

// Where a drawn polygon comes from.
struct Facet {
  std::uint16_t part = 0;
  std::uint32_t triangle = 0;
};

// The plane in which inverse depth is linear over the raster: 1/z = a x + b y + c.
struct DepthPlane {
  double a = 0, b = 0, c = 0;
  double At(double x, double y) const { return a * x + b * y + c; }
};

struct DepthBuffer {
  Raster<float> inverse_depth;
  Raster<std::uint32_t> facet;  // index into the list of facets
};

std::optional<DepthPlane> PlaneThrough(const PointInPhoto* p, const double* value) {
  const double x1 = p[1].x - p[0].x, y1 = p[1].y - p[0].y, v1 = value[1] - value[0];
  const double x2 = p[2].x - p[0].x, y2 = p[2].y - p[0].y, v2 = value[2] - value[0];
  const double area = x1 * y2 - x2 * y1;
  if (std::abs(area) < 1e-9) return std::nullopt;  // seen edge-on
  DepthPlane plane;
  plane.a = (v1 * y2 - v2 * y1) / area;
  plane.b = (x1 * v2 - x2 * v1) / area;
  plane.c = value[0] - plane.a * p[0].x - plane.b * p[0].y;
  return plane;
}

// Draws one polygon with three or four corners into the buffer; the nearest wins. `value` grows
// towards the viewer and is linear over the raster.
void DrawFacet(std::span<const PointInPhoto> corners, std::span<const double> value,
               std::uint32_t facet, DepthBuffer& buffer) {
  // A cut triangle has four corners; the three that span the most give the steadiest plane.
  const auto plane = PlaneThrough(corners.data(), value.data());
  if (!plane) return;
  ScanPolygon(corners, buffer.facet.width, buffer.facet.height, Edge::kHard,
              [&](int y, int x0, int x1, double) {
                float* depth = &buffer.inverse_depth.At(0, y);
                std::uint32_t* front = &buffer.facet.At(0, y);
                double here = plane->At(x0 + .5, y + .5);
                for (int x = x0; x < x1; ++x, here += plane->a) {
                  if (here > depth[x]) {
                    depth[x] = static_cast<float>(here);
                    front[x] = facet;
                  }
                }
              });
}

// Sutherland-Hodgman against z = kNear.
std::vector<Vec3> CutAtNear(const std::array<Vec3, 3>& seen) {
  std::vector<Vec3> kept;
  for (int i = 0; i < 3; ++i) {
    const Vec3& a = seen[i];
    const Vec3& b = seen[(i + 1) % 3];
    if (a.z >= kNear) kept.push_back(a);
    if ((a.z >= kNear) != (b.z >= kNear)) kept.push_back(Mix(a, b, (kNear - a.z) / (b.z - a.z)));
  }
  return kept;
}

class CameraView {
 public:
  CameraView(const Stage& stage, double scale)
      : camera_(stage.camera),
        right_(camera_.Right()),
        up_(camera_.Up()),
        forward_(camera_.Forward()),
        scale_(scale) {
    const int width = static_cast<int>(kImageSize.width * scale);
    const int height = static_cast<int>(kImageSize.height * scale);
    buffer_ = {Raster<float>(width, height, kEmpty), Raster<std::uint32_t>(width, height, 0)};
  }

  void Draw(const Solid& solid, std::uint16_t part) {
    const auto& triangles = solid.triangles();
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
      std::array<Vec3, 3> seen;
      for (int k = 0; k < 3; ++k) {
        const Vec3 d = triangles[t].at[k] - camera_.at;
        seen[k] = {Dot(d, right_), Dot(d, up_), Dot(d, forward_)};
      }
      DrawSeen(CutAtNear(seen), part, t);
    }
  }

  const DepthBuffer& buffer() const { return buffer_; }
  const Facet& FacetAt(int x, int y) const { return facets_[buffer_.facet.At(x, y)]; }
  bool Empty(int x, int y) const { return buffer_.inverse_depth.At(x, y) == kEmpty; }

  // The world point behind the centre of a raster pixel.
  Vec3 WorldAt(int x, int y) const {
    const double depth = 1 / buffer_.inverse_depth.At(x, y);
    return camera_.at + RayThrough(x, y) * depth;
  }
  // Through the centre of a raster pixel, one metre long along the view's axis.
  Vec3 RayThrough(int x, int y) const {
    const double right = ((x + .5) / scale_ - kImageSize.width / 2) / camera_.focal;
    const double up = (kImageSize.height / 2 - (y + .5) / scale_) / camera_.focal;
    return forward_ + right_ * right + up_ * up;
  }

 private:
  void DrawSeen(const std::vector<Vec3>& seen, std::uint16_t part, std::uint32_t triangle) {
    if (seen.size() < 3) return;
    std::array<PointInPhoto, 4> corners;
    std::array<double, 4> inverse;
    bool left = true, right = true, above = true, below = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const PointInImage p = camera_.Project(seen[i]);
      corners[i] = {p.x * scale_, p.y * scale_};
      inverse[i] = 1 / seen[i].z;
      left &= p.x < 0;
      right &= p.x > kImageSize.width;
      above &= p.y < 0;
      below &= p.y > kImageSize.height;
    }
    if (left || right || above || below) return;
    facets_.push_back({part, triangle});
    DrawFacet({corners.data(), seen.size()}, {inverse.data(), seen.size()},
              static_cast<std::uint32_t>(facets_.size()) - 1, buffer_);
  }

  const Camera& camera_;
  Vec3 right_, up_, forward_;
  double scale_;
  DepthBuffer buffer_;
  std::vector<Facet> facets_;
};

// The scene as the light sees it, in parallel rays; says how much of the light reaches a point.
class ShadowMap {
 public:
  explicit ShadowMap(const Stage& stage)
      : light_(stage.light),
        toward_(Normalized(light_.toward)),
        right_(Normalized(Cross(Vec3{0, 1, .01}, toward_))),
        up_(Cross(toward_, right_)),
        scale_(kShadowSide / (2 * light_.reach)),
        buffer_{Raster<float>(kShadowSide, kShadowSide, std::numeric_limits<float>::lowest()),
                Raster<std::uint32_t>(kShadowSide, kShadowSide, 0)} {
    for (const Part& part : stage.parts) {
      if (part.casts_shadow) Draw(part.solid);
    }
  }

  // 0: in the shadow, 1: in the light; in between at the edge of a shadow.
  double LitShare(const Vec3& p) const {
    const Vec3 q = Map(p);
    const int x = static_cast<int>(q.x), y = static_cast<int>(q.y);
    const double least = q.z + 3.0 / scale_ + .006;
    const auto lit = [&](int dx, int dy) {
      const int sx = x + dx, sy = y + dy;
      const bool inside = 0 <= sx && sx < kShadowSide && 0 <= sy && sy < kShadowSide;
      return !inside || buffer_.inverse_depth.At(sx, sy) <= least ? 1 : 0;
    };
    // Most places are wholly in one or the other: four corners tell.
    const int corners = lit(-kSpread, -kSpread) + lit(kSpread, -kSpread) + lit(-kSpread, kSpread) +
                        lit(kSpread, kSpread);
    if (corners == 0 || corners == 4) return corners / 4.0;
    int count = 0;
    for (int dy = -kSpread; dy <= kSpread; dy += kSpread / 2) {
      for (int dx = -kSpread; dx <= kSpread; dx += kSpread / 2) count += lit(dx, dy);
    }
    return count / 25.0;
  }

 private:
  static constexpr int kSpread = 4;  // shadow pixels; half the width of a shadow's soft edge

  Vec3 Map(const Vec3& p) const {
    const Vec3 d = p - light_.focus;
    return {kShadowSide / 2.0 + Dot(d, right_) * scale_, kShadowSide / 2.0 - Dot(d, up_) * scale_,
            Dot(d, toward_)};
  }

  void Draw(const Solid& solid) {
    for (const Triangle& triangle : solid.triangles()) {
      std::array<PointInPhoto, 3> corners;
      std::array<double, 3> height;
      bool outside_x = true, outside_y = true;
      for (int k = 0; k < 3; ++k) {
        const Vec3 q = Map(triangle.at[k]);
        corners[k] = {q.x, q.y};
        height[k] = q.z;
        outside_x &= q.x < 0 || q.x > kShadowSide;
        outside_y &= q.y < 0 || q.y > kShadowSide;
      }
      if (!outside_x && !outside_y) DrawFacet(corners, height, 0, buffer_);
    }
  }

  const Light& light_;
  Vec3 toward_, right_, up_;
  double scale_;
  DepthBuffer buffer_;
};

// Shares of a point in a triangle's corners.
std::array<double, 3> Barycentric(const std::array<Vec3, 3>& corner, const Vec3& p) {
  const Vec3 e1 = corner[1] - corner[0], e2 = corner[2] - corner[0], d = p - corner[0];
  const double a = Dot(e1, e1), b = Dot(e1, e2), c = Dot(e2, e2);
  const double d1 = Dot(d, e1), d2 = Dot(d, e2);
  const double determinant = a * c - b * b;
  if (determinant <= 0) return {1, 0, 0};
  const double s = std::clamp((c * d1 - b * d2) / determinant, 0.0, 1.0);
  const double t = std::clamp((a * d2 - b * d1) / determinant, 0.0, 1.0);
  return {1 - s - t, s, t};
}

// What is seen at one subpixel.
struct Hit {
  const Triangle* triangle;
  const Surface* surface;
  Vec3 at;
  std::array<double, 3> share;
};

Hit HitAt(const Stage& stage, const CameraView& view, int x, int y) {
  const Facet& facet = view.FacetAt(x, y);
  const Solid& solid = stage.parts[facet.part].solid;
  const Triangle& triangle = solid.triangles()[facet.triangle];
  const Vec3 at = view.WorldAt(x, y);
  return {&triangle, &solid.surfaces()[triangle.surface], at, Barycentric(triangle.at, at)};
}

Tint OwnColor(const Hit& hit) {
  const auto& uv = hit.triangle->on_surface;
  const auto& share = hit.share;
  return ColorAt(*hit.surface, share[0] * uv[0][0] + share[1] * uv[1][0] + share[2] * uv[2][0],
                 share[0] * uv[0][1] + share[1] * uv[1][1] + share[2] * uv[2][1]);
}

// How bright a surface appears, and the highlight on it.
struct Lighting {
  double light = 1;
  double highlight = 0;
};

Lighting LightOn(const Stage& stage, const ShadowMap& shadows, const Hit& hit) {
  if (hit.surface->glows) return {};
  Vec3 normal =
      Normalized(hit.triangle->normal[0] * hit.share[0] + hit.triangle->normal[1] * hit.share[1] +
                 hit.triangle->normal[2] * hit.share[2]);
  const Vec3 to_eye = Normalized(stage.camera.at - hit.at);
  if (Dot(normal, to_eye) < 0) normal = normal * -1;
  const Vec3 to_light = Normalized(stage.light.toward);
  const double facing = std::max(0.0, Dot(normal, to_light));
  const double lit = shadows.LitShare(hit.at + normal * .004);
  // The sky or ceiling gives more than the floor, and what faces the viewer a little more than what
  // faces away: corners of a room stay visible in the shade.
  const double around = .82 + .14 * normal.y + .10 * Dot(normal, to_eye);
  Lighting lighting;
  lighting.light =
      stage.light.ambient * around * (.86 + .14 * lit) + stage.light.direct * facing * lit;
  if (hit.surface->gloss > 0) {
    const double shine = std::max(0.0, Dot(Normalized(to_light + to_eye), normal));
    lighting.highlight = hit.surface->gloss * lit * std::pow(shine, 40);
  }
  return lighting;
}

// The mean over a pixel's subpixels. The pattern is looked up at each of them; light, which changes
// slowly, once for each facet that is met.
Tint PixelColor(const Stage& stage, const ShadowMap& shadows, const CameraView& view, int x,
                int y) {
  constexpr int kCount = kSubpixels * kSubpixels;
  std::array<std::uint32_t, kCount> facets;
  std::array<Lighting, kCount> lights;
  std::array<Tint, kCount> colors;
  std::array<bool, kCount> plain{};
  Tint sum;
  for (int k = 0; k < kCount; ++k) {
    const int sx = x * kSubpixels + k % kSubpixels, sy = y * kSubpixels + k / kSubpixels;
    if (view.Empty(sx, sy)) {
      facets[k] = kNothing;
      sum = sum + stage.background;
      continue;
    }
    facets[k] = view.buffer().facet.At(sx, sy);
    const auto same = std::find(facets.begin(), facets.begin() + k, facets[k]) - facets.begin();
    const bool known = same < k;
    plain[k] = known && plain[same];
    lights[k] = known ? lights[same] : Lighting{};
    if (plain[k]) {
      colors[k] = colors[same];
    } else {
      const Hit hit = HitAt(stage, view, sx, sy);
      plain[k] = hit.surface->pattern == Pattern::kPlain;
      colors[k] = OwnColor(hit);
      if (!known) lights[k] = LightOn(stage, shadows, hit);
    }
    const double shine = lights[k].highlight;
    sum = sum + colors[k] * lights[k].light + Tint{shine, shine, shine};
  }
  return sum * (1.0 / kCount);
}

std::uint8_t ToByte(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
}

}  // namespace

Raster<std::uint16_t> RenderLabels(const Stage& stage, int shrink) {
  CameraView view(stage, 1.0 / shrink);
  for (std::size_t i = 0; i < stage.parts.size(); ++i) {
    view.Draw(stage.parts[i].solid, static_cast<std::uint16_t>(i));
  }
  const Raster<std::uint32_t>& front = view.buffer().facet;
  Raster<std::uint16_t> labels(front.width, front.height, kNoPart);
  for (int y = 0; y < front.height; ++y) {
    for (int x = 0; x < front.width; ++x) {
      if (!view.Empty(x, y)) labels.At(x, y) = view.FacetAt(x, y).part;
    }
  }
  return labels;
}

int PixelsAlone(const Stage& stage, std::size_t part, int shrink) {
  CameraView view(stage, 1.0 / shrink);
  view.Draw(stage.parts[part].solid, 0);
  const auto& depth = view.buffer().inverse_depth.values;
  return static_cast<int>(std::ranges::count_if(depth, [](float d) { return d != kEmpty; }));
}

Picture RenderPicture(const Stage& stage, std::uint64_t grain_seed, int enlarge) {
  CameraView view(stage, kSubpixels * enlarge);
  for (std::size_t i = 0; i < stage.parts.size(); ++i) {
    view.Draw(stage.parts[i].solid, static_cast<std::uint16_t>(i));
  }
  const ShadowMap shadows(stage);
  Picture picture(static_cast<int>(kImageSize.width) * enlarge,
                  static_cast<int>(kImageSize.height) * enlarge);
  Random grain(grain_seed, "grain");
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Tint sum = PixelColor(stage, shadows, view, x, y);
      const double noise = .012 * (grain.Uniform() + grain.Uniform() - 1);
      std::uint8_t* pixel = picture.At(x, y);
      pixel[0] = ToByte(sum.r + noise);
      pixel[1] = ToByte(sum.g + noise);
      pixel[2] = ToByte(sum.b + noise);
    }
  }
  return picture;
}

}  // namespace saccade::synth
