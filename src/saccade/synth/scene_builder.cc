#include "saccade/synth/scene_builder.h"

#include <array>

namespace saccade::synth {

SceneBuilder::SceneBuilder(SceneKind kind, int task, Random& random)
    : random_(random), task_name_(kTaskNames[task]) {
  scene_.kind = kind;
}

std::size_t SceneBuilder::Add(std::string_view category, const Solid& solid, const Pose& pose) {
  Part part;
  part.solid.Append(solid, pose);
  const int channel = category.empty() ? kNoChannel : ChannelOfName(category).value();
  scene_.objects.push_back({channel, pose, part.solid.Extent()});
  scene_.stage.parts.push_back(std::move(part));
  return scene_.objects.size() - 1;
}

void SceneBuilder::AddTo(std::string_view category, const Solid& solid, const Pose& pose) {
  scene_.stage.parts[scene_.Of(category).front()].solid.Append(solid, pose);
}

std::size_t SceneBuilder::AddBackdrop(std::string_view category, const Solid& solid) {
  const std::size_t index = Add(category, solid, {});
  scene_.stage.parts[index].casts_shadow = false;
  return index;
}

void SceneBuilder::AddRoom(const Room& room) {
  static constexpr std::array<Tint, 5> kWalls = {
      {{.88, .85, .78}, {.74, .80, .82}, {.80, .84, .74}, {.90, .88, .86}, {.86, .76, .66}}};
  const Tint tint = Vary(kWalls[random_.Below(kWalls.size())], .03, random_);
  const double w = room.width / 2, h = room.height, f = room.front, b = room.back;
  Surface wall{.color = tint};
  if (room.tiled) {
    wall.pattern = Pattern::kTiles;
    wall.second = tint * .8;
    wall.scale = .2;
  }
  Solid walls;
  walls.Quad({-w, 0, b}, {w, 0, b}, {w, h, b}, {-w, h, b}, wall);
  walls.Quad({-w, 0, f}, {-w, 0, b}, {-w, h, b}, {-w, h, f}, wall);
  walls.Quad({w, 0, b}, {w, 0, f}, {w, h, f}, {w, h, b}, wall);
  const Surface skirting{.color = {.93, .92, .90}};
  walls.Box({-w, 0, b - .02}, {w, .09, b}, skirting);
  AddBackdrop(room.tiled ? "wall-tile" : "wall-other-merged", walls);

  Solid floor;
  const bool wooden = !room.tiled && Chance(.65);
  const Tint board = Vary(Chance(.5) ? Tint{.62, .43, .26} : Tint{.74, .58, .40}, .05, random_);
  const Tint stone = Vary({.74, .72, .68}, .06, random_);
  const Surface ground =
      wooden
          ? Surface{.color = board, .pattern = Pattern::kPlanks, .second = board * .6, .scale = .14}
          : Surface{.color = stone, .pattern = Pattern::kTiles, .second = stone * .72, .scale = .4};
  floor.Quad({-w, 0, f}, {w, 0, f}, {w, 0, b}, {-w, 0, b}, ground);
  AddBackdrop(wooden ? "floor-wood" : "floor-other-merged", floor);

  Solid ceiling;
  ceiling.Quad({-w, h, f}, {w, h, f}, {w, h, b}, {-w, h, b}, {.color = {.95, .95, .94}});
  AddBackdrop("ceiling-merged", ceiling);
}

Layout SceneBuilder::Finish(const CameraRange& range, const Light& light) {
  scene_.stage.light = light;
  Layout layout{std::move(scene_), range};
  // Cutlery fills little of its box: at the smallest sizes no grid cell would show it.
  if (Wants("fork") || Wants("knife")) layout.range.smallest = .03;
  return layout;
}

}  // namespace saccade::synth
