#include "saccade/synth/scene_builder.h"

namespace saccade::synth {

Layout LayOutBathroom(int task, Random& random) {
  SceneBuilder builder(SceneKind::kBathroom, task, random);
  builder.AddRoom({.width = 3.4, .tiled = true});
  const double side = builder.Chance(.5) ? 1 : -1;
  const double toilet_x = side * builder.Between(.55, .75),
               vanity_x = -side * builder.Between(.45, .6);

  if (builder.Include("toilet", .85))
    builder.Add("toilet", Toilet(random),
                {.at = {toilet_x, 0, -.40}, .yaw = builder.Between(-.06, .06)});
  const double top = .78;
  builder.Add("cabinet-merged", Cabinet(.95, top, .52, 2, random), {.at = {vanity_x, 0, -.27}});
  if (builder.Include("sink", .85)) {
    builder.Add("sink", BathroomSink(random), {.at = {vanity_x, top, -.29}});
    if (builder.Chance(.85))
      builder.Add("mirror-stuff", Mirror(.75, .75), {.at = {vanity_x, 1.52, 0}});
  }
  if (builder.Include("bottle", .5))
    builder.Add("bottle", Bottle(random), {.at = {vanity_x + .38, top, -.16}, .scale = .75});
  if (builder.Include("cup", .35))
    builder.Add("cup", Cup(random), {.at = {vanity_x - .38, top, -.2}});
  if (builder.Chance(.8))
    builder.Add("towel", Towel(random), {.at = {vanity_x + side * .88, 1.35, 0}, .scale = .7});
  if (builder.Include("potted plant", .4)) {
    if (builder.Chance(.5)) {
      builder.Add("potted plant", PottedPlant(random),
                  {.at = {toilet_x + side * .55, 0, -.35}, .scale = 1.5});
    } else {
      builder.Add("potted plant", PottedPlant(random),
                  {.at = {vanity_x + (builder.Chance(.5) ? .36 : -.36), top, -.14}, .scale = .8});
    }
  }
  if (builder.Chance(.45)) {
    builder.Add("window-other", Window(.6, .6, random), {.at = {toilet_x, 1.75, 0}});
  } else {
    builder.AddTo("wall-tile", WallPicture(random), {.at = {toilet_x, 1.5, 0}});
  }
  if (builder.Include("clock", .15))
    builder.Add("clock", WallClock(random), {.at = {0, 2.1, 0}, .scale = .8});
  if (builder.Chance(.6)) {
    Solid rug;
    const Tint tint = Vivid(random);
    rug.Box({-.4, 0, -.28}, {.4, .02, .28},
            {.color = tint, .pattern = Pattern::kSpeckle, .second = tint * .75, .scale = .03});
    builder.Add("rug-merged", rug, {.at = {vanity_x, 0, -.95}});
  }
  if (builder.Chance(.4)) {  // a shower curtain along the side
    builder.Add("curtain", Curtain(1.3, 2.0, random),
                {.at = {-side * 1.62, .1, -.75}, .yaw = side > 0 ? -kQuarterTurn : kQuarterTurn});
  }
  CameraRange range{.low = {-1.2, 1.15, -3.6},
                    .high = {1.2, 1.8, -1.3},
                    .pitch_low = .16,
                    .pitch_high = .40,
                    .yaw = .32};
  if (builder.Wants("bottle") || builder.Wants("cup")) range.high.z = -.8;
  return builder.Finish(range,
                        {.toward = {.4 * side, .8, -.5}, .focus = {0, .7, -.5}, .reach = 2.2});
}

}  // namespace saccade::synth
