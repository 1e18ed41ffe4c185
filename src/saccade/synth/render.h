#pragma once

#include <cstdint>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"
#include "saccade/synth/camera.h"
#include "saccade/synth/solid.h"

namespace saccade::synth {

// What stands before the camera. Its place in the stage's list is its number in the label map.
struct Part {
  Solid solid;               // in the world's metres
  bool casts_shadow = true;  // walls, floors and the sky do not
};

struct Light {
  Vec3 toward{-.4, .8, -.5};  // direction to the sun or lamp
  double direct = .42;
  double ambient = .66;
  Vec3 focus{};      // shadows are cast within `reach` metres of this point
  double reach = 3;  // metres
};

struct Stage {
  std::vector<Part> parts;
  Camera camera;
  Light light;
  Tint background{.8, .8, .8};  // where no part is
};

inline constexpr std::uint16_t kNoPart = 0xFFFF;

// The part seen at each pixel of the image divided by `shrink` (1: 512x320; 2: 256x160), kNoPart
// for none. Visibility is decided by depth, so an occluded part shows only what sticks out.
Raster<std::uint16_t> RenderLabels(const Stage& stage, int shrink = 1);

// Pixels that `part` would cover if it stood alone, at 512x320 / shrink; with RenderLabels this
// gives the visible share.
int PixelsAlone(const Stage& stage, std::size_t part, int shrink = 1);

// The picture, 512x320 times `enlarge`: surfaces with their patterns, one light with soft shadows,
// a touch of grain. `grain_seed` makes the grain.
Picture RenderPicture(const Stage& stage, std::uint64_t grain_seed, int enlarge = 1);

}  // namespace saccade::synth
