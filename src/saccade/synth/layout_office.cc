#include <algorithm>

#include "saccade/synth/scene_builder.h"

namespace saccade::synth {
namespace {

constexpr double kDesk = .74;      // height of the top
constexpr double kWall = .46;      // z of the wall behind the desk
constexpr double kHalfDesk = .80;  // half its width

bool WantsSmall(const SceneBuilder& builder) {
  return builder.Wants("mouse") || builder.Wants("keyboard") || builder.Wants("cup") ||
         builder.Wants("bottle") || builder.Wants("bowl");
}

// The working place: screen and keyboard, or laptop; the mouse beside. `side` is +1 with the mouse
// at the right.
void AddComputer(SceneBuilder& builder, double side) {
  Random& random = builder.random();
  const bool laptop = builder.Wants("laptop") ||
                      (!builder.Wants("tv") && !builder.Wants("keyboard") && builder.Chance(.3));
  const double x = builder.Between(-.12, .12);
  const bool mouse = builder.Include("mouse", .85);
  const auto put_mouse = [&](double dx, double z) {
    if (!mouse) return;
    Solid pad;
    pad.Box({-.12, 0, -.10}, {.12, .003, .10}, {.color = Vary({.20, .24, .32}, .08, random)});
    const Vec3 at{x + side * dx, kDesk, z};
    if (builder.Chance(.5)) builder.AddTo("table-merged", pad, {.at = at});
    builder.Add("mouse", Mouse(random), {.at = at, .yaw = builder.Between(-.25, .25)});
  };
  if (laptop) {
    const double z = builder.Between(-.14, -.06), yaw = builder.Between(-.2, .2);
    builder.Add("laptop", Laptop(random), {.at = {x, kDesk, z}, .yaw = yaw});
    put_mouse(builder.Between(.27, .33), z - .05);
    return;
  }
  if (builder.Include("tv", .95)) {
    builder.Add("tv", Monitor(random), {.at = {x, kDesk, .12}, .yaw = builder.Between(-.12, .12)});
  }
  const double z = builder.Between(-.22, -.16);
  if (builder.Include("keyboard", .92)) {
    builder.Add("keyboard", Keyboard(random),
                {.at = {x, kDesk, z}, .yaw = builder.Between(-.08, .08)});
  }
  put_mouse(builder.Between(.30, .36), z + builder.Between(-.02, .04));
}

void AddBeside(SceneBuilder& builder, double side) {
  Random& random = builder.random();
  const auto put = [&](std::string_view category, const Solid& solid, double x, double z,
                       double yaw = 0) {
    builder.Add(category, solid, {.at = {x, kDesk, z}, .yaw = yaw});
  };
  if (builder.Include("cup", .6))
    put("cup", Cup(random), -side * builder.Between(.36, .44), builder.Between(-.15, -.02),
        builder.Between(-.6, .6));
  if (builder.Include("bottle", .3))
    put("bottle", Bottle(random), side * builder.Between(.56, .64), builder.Between(.05, .15));
  if (builder.Include("book", .7)) {
    const double x = -side * builder.Between(.56, .64);
    double y = kDesk;
    for (int i = 0; i < 1 + static_cast<int>(random.Below(3)); ++i) {
      builder.Add("book", Book(random), {.at = {x, y, .0}, .yaw = builder.Between(-.3, .3)});
      y += .046;
    }
  }
  if (builder.Include("cell phone", .5))
    put("cell phone", CellPhone(random), side * builder.Between(.56, .66), -.20,
        builder.Between(-.4, .4));
  if (builder.Include("potted plant", .35))
    put("potted plant", PottedPlant(random), -side * .66, .20);
  if (builder.Include("light", .4))
    put("light", DeskLamp(random), side * .68, .2, side > 0 ? 0 : 3.14);
}

void AddWall(SceneBuilder& builder) {
  Random& random = builder.random();
  const double side = builder.Chance(.5) ? 1 : -1;
  if (builder.Include("clock", .4))
    builder.Add("clock", WallClock(random),
                {.at = {side * builder.Between(.35, .7), builder.Between(1.62, 1.85), kWall}});
  const double choice = builder.Between(0, 1);
  if (choice < .4) {
    builder.Add("shelf", Bookshelf(.95, random), {.at = {-side * .55, 1.72, kWall}});
  } else if (choice < .75) {
    builder.Add("window-other", Window(.9, .9, random), {.at = {-side * .65, 1.72, kWall}});
  } else {
    builder.AddTo("wall-other-merged", WallPicture(random), {.at = {-side * .5, 1.6, kWall}});
  }
}

}  // namespace

Layout LayOutOffice(int task, Random& random) {
  SceneBuilder builder(SceneKind::kOffice, task, random);
  builder.AddRoom({.width = 4.4, .back = kWall});
  builder.Add("table-merged", Table(2 * kHalfDesk, kDesk, .80, random), {});
  const double side = builder.Chance(.8) ? 1 : -1;
  AddComputer(builder, side);
  AddBeside(builder, side);
  AddWall(builder);
  if (builder.Include("chair", WantsSmall(builder) ? .08 : .4)) {
    builder.Add("chair", OfficeChair(random),
                {.at = {builder.Between(-1, 1) > 0 ? .62 : -.62, 0, -.85},
                 .yaw = 3.1416 + builder.Between(-.7, .7)});
  }
  if (builder.Chance(.35)) {
    Random look(random());
    builder.Add("cabinet-merged", Cabinet(.45, .68, .5, 1, look), {.at = {side * 1.25, 0, .18}});
    if (builder.Chance(.4))
      builder.Add("potted plant", PottedPlant(random),
                  {.at = {side * 1.25, .68, .18}, .scale = 1.1});
  }
  CameraRange range{.low = {-1.5, 1.15, -4.8},
                    .high = {1.3, 1.9, -.8},
                    .pitch_low = .12,
                    .pitch_high = .35,
                    .yaw = .35};
  if (WantsSmall(builder))
    range = {.low = {-.9, 1.1, -1.9},
             .high = {.9, 1.75, -.45},
             .pitch_low = .38,
             .pitch_high = .72,
             .yaw = .4};
  return builder.Finish(range, {.toward = {-.5, .85, -.35}, .focus = {0, .8, 0}, .reach = 1.7});
}

}  // namespace saccade::synth
