#include <cmath>

#include "saccade/synth/scene_builder.h"

namespace saccade::synth {
namespace {

constexpr double kTable = .75;
constexpr double kHalfWidth = .80;
constexpr double kHalfDepth = .46;
constexpr double kWall = 1.75;

// One place at the table, seen by somebody who sits at `yaw` (0: at the far side, facing us). Fork
// at the sitter's left, knife at the right, cup or glass behind the plate.
void AddPlace(SceneBuilder& builder, const Vec3& at, double yaw) {
  Random& random = builder.random();
  // A pose whose front looks to the sitter's back: the sitter looks along +z of the place.
  const Pose place{.at = at, .yaw = yaw};
  const auto put = [&](std::string_view category, const Solid& solid, double x, double z,
                       double turn) {
    builder.Add(category, solid, {.at = place.Apply({x, 0, z}), .yaw = yaw + turn});
  };
  if (builder.Chance(.85)) builder.AddTo("dining table", Plate(random), place);
  if (builder.Include("fork", .6)) put("fork", Fork(random), -.185, .0, builder.Between(-.3, .3));
  if (builder.Include("knife", .6)) put("knife", Knife(random), .18, .0, builder.Between(-.3, .3));
  if (builder.Include("spoon", .35))
    put("spoon", Spoon(random), .225, .0, builder.Between(-.2, .2));
  if (builder.Include("cup", .45)) {
    put("cup", Cup(random), .20, .19, builder.Between(-1, 1));
  } else if (builder.Chance(.6)) {
    put("wine glass", WineGlass(random), .16, .19, 0);
  }
}

void AddMiddle(SceneBuilder& builder) {
  Random& random = builder.random();
  const auto put = [&](std::string_view category, const Solid& solid, double x) {
    builder.Add(category, solid, {.at = {x, kTable, builder.Between(-.05, .08)}});
  };
  if (builder.Include("bowl", .55)) put("bowl", Bowl(random), builder.Between(-.08, .08));
  if (builder.Include("bottle", .5)) put("bottle", Bottle(random), builder.Between(.22, .28));
  if (builder.Include("vase", .4)) put("vase", Vase(random), builder.Between(-.30, -.24));
  if (builder.Chance(.3)) put("orange", Orange(random), .14);
}

bool WantsOnTable(const SceneBuilder& builder) {
  for (const std::string_view category : {"fork", "knife", "cup", "bowl", "bottle"}) {
    if (builder.Wants(category)) return true;
  }
  return false;
}

void AddChairs(SceneBuilder& builder, bool close) {
  const auto look = builder.random()();
  const auto chair = [&](const Vec3& at, double yaw) {
    Random same(look);
    builder.Add("chair", DiningChair(same), {.at = at, .yaw = yaw + builder.Between(-.15, .15)});
  };
  const bool any = builder.Include("chair", .9);
  if (!any) return;
  if (builder.Chance(.85)) chair({-.38, 0, kHalfDepth + .22}, 0);
  if (builder.Chance(.75)) chair({.38, 0, kHalfDepth + .22}, 0);
  chair({-kHalfWidth - .26, 0, .05}, -kQuarterTurn);
  if (builder.Chance(.6)) chair({kHalfWidth + .26, 0, -.02}, kQuarterTurn);
  // A chair on our side hides the table: only in wide views.
  if (!close && builder.Chance(.4))
    chair({builder.Between(-.4, .4), 0, -kHalfDepth - .35}, 2 * kQuarterTurn);
}

void AddBackground(SceneBuilder& builder) {
  Random& random = builder.random();
  const double side = builder.Chance(.5) ? 1 : -1;
  if (builder.Chance(.6)) {
    builder.Add("window-other", Window(1.2, 1.1, random), {.at = {side * .9, 1.6, kWall}});
    if (builder.Chance(.6)) {
      const auto look = random();
      for (const double x : {-.85, .85}) {
        Random same(look);
        builder.Add("curtain", Curtain(.4, 2.1, same), {.at = {side * .9 + x, .15, kWall}});
      }
    }
  } else {
    builder.AddTo("wall-other-merged", WallPicture(random),
                  {.at = {side * .8, 1.5, kWall}, .scale = 1.3});
  }
  if (builder.Include("clock", .35))
    builder.Add("clock", WallClock(random),
                {.at = {-side * builder.Between(.5, .9), builder.Between(1.65, 1.9), kWall}});
  if (builder.Include("potted plant", .4))
    builder.Add("potted plant", PottedPlant(random), {.at = {-side * 1.55, 0, 1.3}, .scale = 1.9});
  if (builder.Chance(.4))
    builder.Add("cabinet-merged", Cabinet(1.1, .85, .4, 2, random),
                {.at = {-side * .5, 0, kWall - .22}});
}

}  // namespace

Layout LayOutDiningRoom(int task, Random& random) {
  SceneBuilder builder(SceneKind::kDiningRoom, task, random);
  builder.AddRoom({.width = 4.8, .back = kWall});
  builder.Add("dining table", Table(2 * kHalfWidth, kTable, 2 * kHalfDepth, random), {});
  const bool close = WantsOnTable(builder);
  // The sitters on our side look along +z; those on the far side along -z.
  AddPlace(builder, {-.38, kTable, -.27}, 0);
  AddPlace(builder, {.38, kTable, -.27}, 0);
  AddPlace(builder, {-.38, kTable, .27}, 2 * kQuarterTurn);
  AddPlace(builder, {.38, kTable, .27}, 2 * kQuarterTurn);
  AddMiddle(builder);
  AddChairs(builder, close);
  AddBackground(builder);
  CameraRange range{.low = {-1.7, 1.2, -3.6},
                    .high = {1.7, 1.9, -1.2},
                    .pitch_low = .14,
                    .pitch_high = .38,
                    .yaw = .4};
  if (close)
    range = {.low = {-1.2, 1.05, -1.9},
             .high = {1.2, 1.75, -.25},
             .pitch_low = .45,
             .pitch_high = .85,
             .yaw = .5};
  return builder.Finish(range, {.toward = {-.5, .85, -.25}, .focus = {0, .7, 0}, .reach = 2.2});
}

}  // namespace saccade::synth
