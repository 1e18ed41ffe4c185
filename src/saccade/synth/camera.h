#pragma once

#include <cmath>

#include "saccade/scene/frame.h"
#include "saccade/synth/solid.h"

namespace saccade::synth {

// A pinhole camera that sees the 512x320 picture. At yaw 0 it looks along +z; positive yaw turns it
// to the right, positive pitch down; it never rolls.
struct Camera {
  Vec3 at{};
  double yaw = 0;      // radians
  double pitch = 0;    // radians
  double focal = 440;  // pixels of the image frame

  Vec3 Right() const { return {std::cos(yaw), 0, -std::sin(yaw)}; }
  Vec3 Up() const {
    return {std::sin(yaw) * std::sin(pitch), std::cos(pitch), std::cos(yaw) * std::sin(pitch)};
  }
  Vec3 Forward() const {
    return {std::sin(yaw) * std::cos(pitch), -std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
  }
  // Metres to the right, up and ahead of the camera.
  Vec3 Seen(const Vec3& p) const {
    const Vec3 d = p - at;
    return {Dot(d, Right()), Dot(d, Up()), Dot(d, Forward())};
  }
  // Of a point ahead of the camera, as Seen gives it.
  PointInImage Project(const Vec3& seen) const {
    return {kImageSize.width / 2 + focal * seen.x / seen.z,
            kImageSize.height / 2 - focal * seen.y / seen.z};
  }
  // Moves the camera, without turning it, to where `p` is seen at `where`, `depth` metres ahead.
  void PutAt(const Vec3& p, const PointInImage& where, double depth) {
    const double right = (where.x - kImageSize.width / 2) * depth / focal;
    const double up = (kImageSize.height / 2 - where.y) * depth / focal;
    at = p - Right() * right - Up() * up - Forward() * depth;
  }
};

}  // namespace saccade::synth
