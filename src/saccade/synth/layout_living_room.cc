#include "saccade/synth/scene_builder.h"

namespace saccade::synth {
namespace {

constexpr double kLow = .42;  // height of the coffee table

void AddRug(SceneBuilder& builder) {
  Solid rug;
  const Tint tint = Mix(Vivid(builder.random()), {.8, .75, .7}, .4);
  rug.Box({-1.2, 0, -.8}, {1.2, .012, .8}, {.color = tint});
  rug.Quad({-1.1, .0135, -.7}, {1.1, .0135, -.7}, {1.1, .0135, .7}, {-1.1, .0135, .7},
           {.color = tint * .8, .pattern = Pattern::kStripes, .second = tint * 1.05, .scale = .12});
  builder.Add("rug-merged", rug, {.at = {0, 0, -1.35}});
}

void AddOnLowTable(SceneBuilder& builder, double z) {
  Random& random = builder.random();
  const auto put = [&](std::string_view category, const Solid& solid, double x, double dz,
                       double yaw) {
    builder.Add(category, solid, {.at = {x, kLow, z + dz}, .yaw = yaw});
  };
  if (builder.Include("laptop", .25)) {
    put("laptop", Laptop(random), builder.Between(-.08, .08), 0, builder.Between(-.4, .4));
  } else if (builder.Include("bowl", .5)) {
    put("bowl", Bowl(random), builder.Between(-.08, .08), 0, 0);
  }
  if (builder.Include("cup", .5))
    put("cup", Cup(random), .34, builder.Between(-.12, .08), builder.Between(-1, 1));
  if (builder.Include("remote", .5))
    put("remote", Remote(random), -.28, -.1, builder.Between(-.7, .7));
  if (builder.Include("book", .5)) put("book", Book(random), -.38, .06, builder.Between(-.4, .4));
}

bool WantsOnLowTable(const SceneBuilder& builder) {
  return builder.Wants("cup") || builder.Wants("bowl");
}

void AddTelevisionWall(SceneBuilder& builder) {
  Random& random = builder.random();
  const double x = builder.Between(-.3, .3);
  builder.Add("cabinet-merged", Cabinet(1.5, .5, .42, 3, random), {.at = {x, 0, -.23}});
  if (builder.Include("tv", .95)) builder.Add("tv", Television(random), {.at = {x, .5, -.25}});
  if (builder.Chance(.6))
    builder.Add("shelf", Bookshelf(.8, random), {.at = {x > 0 ? -1.35 : 1.35, 1.35, 0}});
  if (builder.Include("vase", .3)) builder.Add("vase", Vase(random), {.at = {x + .66, .5, -.2}});
}

void AddCouchWall(SceneBuilder& builder) {
  Random& random = builder.random();
  const double x = builder.Between(-.3, .3);
  builder.Add("couch", Couch(random), {.at = {x, 0, -.5}});
  if (builder.Chance(.55))
    builder.AddTo("wall-other-merged", WallPicture(random),
                  {.at = {x - .35, 1.6, 0}, .scale = 1.1});
  if (builder.Chance(.4))
    builder.Add("window-other", Window(.9, 1.0, random), {.at = {x > 0 ? -1.45 : 1.55, 1.6, 0}});
}

}  // namespace

Layout LayOutLivingRoom(int task, Random& random) {
  SceneBuilder builder(SceneKind::kLivingRoom, task, random);
  builder.AddRoom({.width = 5.2});
  if (builder.Chance(.7)) AddRug(builder);
  const bool television = builder.Wants("tv") || builder.Chance(.5);
  if (television) {
    AddTelevisionWall(builder);
  } else {
    AddCouchWall(builder);
  }
  const double table_z = television ? -1.25 : -1.45;
  builder.Add("table-merged", Table(1.05, kLow, .55, random), {.at = {0, 0, table_z}});
  AddOnLowTable(builder, table_z);
  const double side = builder.Chance(.5) ? 1 : -1;
  if (builder.Include("potted plant", .55))
    builder.Add(
        "potted plant", PottedPlant(random),
        {.at = {side * builder.Between(1.6, 2.0), 0, -.4}, .scale = builder.Between(1.8, 2.3)});
  if (builder.Include("clock", .4))
    builder.Add("clock", WallClock(random),
                {.at = {-side * builder.Between(.75, 1.2), builder.Between(1.75, 2.0), 0}});
  if (builder.Include("chair", .35)) {
    builder.Add("chair", DiningChair(random),
                {.at = {-side * builder.Between(1.35, 1.6), 0, -1.2},
                 .yaw = side * builder.Between(.5, 1.1)});
  }
  CameraRange range{.low = {-1.6, 1.1, -4.6},
                    .high = {1.6, 1.75, -1.9},
                    .pitch_low = .08,
                    .pitch_high = .26,
                    .yaw = .3};
  if (WantsOnLowTable(builder))
    range = {.low = {-1.2, .8, -3.1},
             .high = {1.2, 1.5, -1.7},
             .pitch_low = .35,
             .pitch_high = .65,
             .yaw = .4};
  if (builder.Wants("laptop")) range.pitch_low = .2, range.pitch_high = .45;
  return builder.Finish(range, {.toward = {-.5, .8, -.45}, .focus = {0, .6, -1}, .reach = 2.8});
}

}  // namespace saccade::synth
