#include "saccade/synth/scene_builder.h"

namespace saccade::synth {
namespace {

// A street that runs across the view: our pavement, the road, the far pavement, houses.
constexpr double kNearKerb = 5;
constexpr double kFarKerb = 12.5;
constexpr double kHouses = 15.5;
constexpr double kFarAway = 60;
constexpr double kEnds = 150;  // how far the street goes to either side

void AddGround(SceneBuilder& builder) {
  Random& random = builder.random();
  const auto strip = [&](std::string_view category, double z0, double z1, double y,
                         const Surface& surface) {
    Solid ground;
    ground.Quad({-kEnds, y, z0}, {kEnds, y, z0}, {kEnds, y, z1}, {-kEnds, y, z1}, surface);
    builder.AddBackdrop(category, ground);
  };
  const Tint asphalt = Vary({.34, .34, .36}, .03, random),
             slab = Vary({.70, .68, .65}, .04, random);
  Solid road;
  road.Quad(
      {-kEnds, 0, kNearKerb}, {kEnds, 0, kNearKerb}, {kEnds, 0, kFarKerb}, {-kEnds, 0, kFarKerb},
      {.color = asphalt, .pattern = Pattern::kSpeckle, .second = asphalt * .82, .scale = .06});
  for (double x = -30; x < 30; x += 3) {
    road.Quad({x, .004, 8.68}, {x + 1.6, .004, 8.68}, {x + 1.6, .004, 8.84}, {x, .004, 8.84},
              {.color = {.92, .91, .86}});
  }
  if (builder.Chance(.4)) {  // a crossing
    const double left = builder.Between(-6, 4);
    for (int i = 0; i < 6; ++i) {
      const double z = kNearKerb + .4 + 1.15 * i;
      road.Quad({left, .005, z}, {left + 2.6, .005, z}, {left + 2.6, .005, z + .55},
                {left, .005, z + .55}, {.color = {.92, .92, .90}});
    }
  }
  builder.AddBackdrop("road", road);
  const Surface paving{
      .color = slab, .pattern = Pattern::kTiles, .second = slab * .75, .scale = .6};
  strip("pavement-merged", -6, kNearKerb - .15, .12, paving);
  strip("pavement-merged", kFarKerb + .15, kHouses + .5, .12, paving);
  Solid kerb;
  const Surface stone{.color = {.80, .79, .76}};
  kerb.Box({-kEnds, 0, kNearKerb - .15}, {kEnds, .125, kNearKerb}, stone);
  kerb.Box({-kEnds, 0, kFarKerb}, {kEnds, .125, kFarKerb + .15}, stone);
  builder.AddBackdrop("pavement-merged", kerb);
  const Tint green = Vary({.36, .54, .24}, .05, random);
  strip("grass-merged", kHouses + .5, kFarAway, .1,
        {.color = green, .pattern = Pattern::kSpeckle, .second = green * .7, .scale = .2});
}

void AddSky(SceneBuilder& builder) {
  const Tint blue = Vary({.52, .72, .92}, .05, builder.random());
  constexpr int kBands = 24;
  Solid sky;
  for (int i = 0; i < kBands; ++i) {
    const double y0 = -3 + 60.0 * i / kBands, y1 = -3 + 60.0 * (i + 1) / kBands;
    sky.Quad({-300, y0, kFarAway}, {300, y0, kFarAway}, {300, y1, kFarAway}, {-300, y1, kFarAway},
             {.color = Mix({.90, .93, .96}, blue, i / double{kBands}), .glows = true});
  }
  for (int i = 0; i < 5; ++i) {
    const Vec3 at{builder.Between(-40, 40), builder.Between(12, 24), kFarAway - 1};
    for (int k = 0; k < 4; ++k) {
      sky.Ball(at + Vec3{builder.Between(-3, 3), builder.Between(-.6, .6), 0}, {2.6, 1.1, .2},
               {.color = {.97, .97, .98}, .glows = true}, 12);
    }
  }
  builder.AddBackdrop("sky-other-merged", sky);
}

void AddHouses(SceneBuilder& builder) {
  Random& random = builder.random();
  double x = -21 + builder.Between(0, 3);
  while (x < 20) {
    const double choice = builder.Between(0, 1);
    if (choice < .55) {
      const double width = builder.Between(6, 10);
      builder.Add("building-other-merged", Building(width, builder.Between(6.5, 13), 6, random),
                  {.at = {x + width / 2, .1, kHouses}});
      x += width + builder.Between(.1, 1.5);
    } else if (choice < .8) {
      const double width = builder.Between(7, 9);
      builder.Add("house", House(width, random), {.at = {x + width / 2, .1, kHouses + 1.5}});
      if (builder.Chance(.6))
        builder.Add("fence-merged", Fence(width, random),
                    {.at = {x + width / 2, .1, kHouses + .2}});
      x += width + builder.Between(1, 3);
    } else {
      builder.Add("tree-merged", Tree(random),
                  {.at = {x + 1.8, .1, kHouses + 1.5}, .scale = builder.Between(1.3, 1.8)});
      x += 3.6;
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (!builder.Chance(.5)) continue;
    builder.Add("tree-merged", Tree(random),
                {.at = {-9 + 8.0 * i + builder.Between(-1.5, 1.5), .12, kFarKerb + 1.1},
                 .scale = builder.Between(.9, 1.2)});
  }
}

void AddTraffic(SceneBuilder& builder) {
  Random& random = builder.random();
  // Lanes: ours drives to the right, the far one to the left; one car is parked at the far kerb.
  double x = -13 + builder.Between(0, 4);
  while (x < 13) {
    const bool far = builder.Chance(.55);
    const double z = far ? builder.Between(10.4, 11.4) : builder.Between(6.4, 7.2);
    if (builder.Include("car", .55)) {
      builder.Add(
          "car", Car(random),
          {.at = {x, 0, z}, .yaw = (far ? 2 * kQuarterTurn : 0) + builder.Between(-.04, .04)});
    } else if (far && builder.Include("truck", .25)) {
      builder.Add("truck", Truck(random), {.at = {x, 0, z}});
    }
    x += builder.Between(5.2, 8);
  }
}

void AddKerbSide(SceneBuilder& builder) {
  Random& random = builder.random();
  const double side = builder.Chance(.5) ? 1 : -1;
  if (builder.Include("stop sign", .5)) {
    const bool far = builder.Chance(.35);
    const double x = side * builder.Between(.8, 3), z = far ? kFarKerb + .5 : kNearKerb - .5,
                 height = builder.Between(2.0, 2.3);
    const double yaw = builder.Between(-.35, .35);
    builder.Add("", SignPost(height + .3), {.at = {x, .12, z}, .yaw = yaw});
    builder.Add("stop sign", StopSign(random), {.at = {x, .12 + height, z}, .yaw = yaw});
  }
  if (builder.Include("fire hydrant", .45))
    builder.Add("fire hydrant", FireHydrant(random),
                {.at = {-side * builder.Between(1, 3), .12, kNearKerb - .6}});
  if (builder.Include("traffic light", .35))
    builder.Add("traffic light", TrafficLight(random),
                {.at = {-side * builder.Between(3.5, 6), .12,
                        builder.Chance(.5) ? kNearKerb - .5 : kFarKerb + .5}});
  if (builder.Include("bench", .35))
    builder.Add("bench", Bench(random), {.at = {builder.Between(-4, 4), .12, kFarKerb + 1.6}});
  if (builder.Include("parking meter", .3))
    builder.Add("parking meter", ParkingMeter(random),
                {.at = {builder.Between(-5, 5), .12, kFarKerb + .5}});
  if (builder.Include("potted plant", .25))
    builder.Add("potted plant", PottedPlant(random),
                {.at = {builder.Between(-4, 4), .12, kHouses - .5}, .scale = 2.2});
}

}  // namespace

Layout LayOutStreet(int task, Random& random) {
  SceneBuilder builder(SceneKind::kStreet, task, random);
  AddSky(builder);
  AddGround(builder);
  AddHouses(builder);
  AddTraffic(builder);
  AddKerbSide(builder);
  const CameraRange range{.low = {-6, 1.4, -6},
                          .high = {6, 2.2, 3.2},
                          .pitch_low = -.10,
                          .pitch_high = .10,
                          .yaw = .55};
  return builder.Finish(
      range,
      {.toward = {-.6, .75, -.55}, .direct = .6, .ambient = .52, .focus = {0, 1, 8}, .reach = 11});
}

}  // namespace saccade::synth
