#include <algorithm>
#include <array>

#include "saccade/synth/scene_builder.h"

namespace saccade::synth {
namespace {

constexpr double kCounterTop = .90;
constexpr double kCounterDepth = .62;
constexpr double kUnit = .62;  // width of one cabinet of the run

enum class Unit { kPlain, kOven, kSink, kRefrigerator };

// Six units along the wall: one oven, one sink, sometimes a refrigerator at an end.
std::array<Unit, 6> ChooseUnits(SceneBuilder& builder) {
  std::array<Unit, 6> units{};
  const int oven = 1 + static_cast<int>(builder.random().Below(4));
  int sink = 1 + static_cast<int>(builder.random().Below(4));
  if (sink == oven) sink = oven == 1 ? 3 : oven - 1;
  if (builder.Include("oven", .75)) units[oven] = Unit::kOven;
  if (builder.Include("sink", .75)) units[sink] = Unit::kSink;
  const double side = builder.Between(0, 1);
  if (side < .35) units.front() = Unit::kRefrigerator;
  if (side > .65) units.back() = Unit::kRefrigerator;
  return units;
}

double MiddleOf(int unit) { return (unit - 2.5) * kUnit; }

struct Fronts {
  std::uint64_t look;  // all cabinets of a kitchen look alike
  Solid Base(double depth) const {
    Random same(look);
    return Cabinet(kUnit, kCounterTop - .04, depth, 1, same);
  }
  Solid Upper() const {
    Random same(look);
    return Cabinet(kUnit, .70, .34, 1, same);
  }
};

void AddRun(SceneBuilder& builder, const std::array<Unit, 6>& units, const Fronts& fronts) {
  const Tint stone =
      Vary(builder.Chance(.5) ? Tint{.36, .36, .38} : Tint{.82, .79, .74}, .05, builder.random());
  const Surface granite{.color = stone,
                        .pattern = Pattern::kSpeckle,
                        .second = stone * .7,
                        .scale = .012,
                        .gloss = .3};
  Solid cabinets, counter;
  for (int i = 0; i < 6; ++i) {
    const double x = MiddleOf(i);
    if (units[i] == Unit::kRefrigerator) continue;
    if (units[i] == Unit::kOven) continue;
    const bool sink = units[i] == Unit::kSink;
    // Under a sink only the front stands: the basin needs the room.
    cabinets.Append(fronts.Base(sink ? .04 : kCounterDepth - .04),
                    {.at = {x, 0, sink ? -kCounterDepth + .06 : -(kCounterDepth - .04) / 2}});
    const double y0 = kCounterTop - .04, y1 = kCounterTop, w = kUnit / 2;
    if (!sink) {
      counter.Box({x - w, y0, -kCounterDepth}, {x + w, y1, 0}, granite);
      continue;
    }
    counter.Box({x - w, y0, -kCounterDepth}, {x + w, y1, -.53}, granite);
    counter.Box({x - w, y0, -.13}, {x + w, y1, 0}, granite);
    counter.Box({x - w, y0, -.53}, {x - .27, y1, -.13}, granite);
    counter.Box({x + .27, y0, -.53}, {x + w, y1, -.13}, granite);
  }
  builder.Add("cabinet-merged", cabinets, {});
  builder.Add("counter", counter, {});
  Solid splash;  // tiles between the counter and the upper cabinets
  const Tint tile = Vary({.90, .90, .88}, .06, builder.random());
  splash.Quad({-3 * kUnit, kCounterTop, -.006}, {3 * kUnit, kCounterTop, -.006},
              {3 * kUnit, 1.45, -.006}, {-3 * kUnit, 1.45, -.006},
              {.color = tile, .pattern = Pattern::kTiles, .second = tile * .82, .scale = .1});
  builder.AddBackdrop("wall-tile", splash);
}

// What stands on a plain unit's counter.
void AddOnCounter(SceneBuilder& builder, double x, int place) {
  Random& random = builder.random();
  const auto put = [&](std::string_view category, const Solid& solid, double dx, double z,
                       double yaw) {
    builder.Add(category, solid, {.at = {x + dx, kCounterTop, z}, .yaw = yaw});
  };
  const double z = -.30 + builder.Between(-.06, .06), turn = builder.Between(-.4, .4);
  switch (place) {
    case 0:
      put("toaster", Toaster(random), 0, z, turn);
      break;
    case 1: {
      put("bowl", Bowl(random), .04, z, 0);
      put(builder.Chance(.5) ? "apple" : "orange",
          builder.Chance(.5) ? Apple(random) : Orange(random), -.16, z - .06, 0);
      break;
    }
    case 2:
      put("bottle", Bottle(random), -.10, z + .08, 0);
      put("cup", Cup(random), .09, z - .04, turn * 2);
      break;
    case 3: {
      Solid board;
      board.Box({-.17, 0, -.12}, {.17, .018, .12},
                {.color = {.78, .60, .38},
                 .pattern = Pattern::kPlanks,
                 .second = {.6, .4, .2},
                 .scale = .06});
      builder.AddTo("counter", board, {.at = {x, kCounterTop, -.34}, .yaw = .1});
      builder.Add("knife", Knife(random),
                  {.at = {x + .03, kCounterTop + .018, -.36}, .yaw = builder.Between(.6, 1.2)});
      put("apple", Apple(random), -.23, -.2, 0);
      break;
    }
    case 4:
      put("potted plant", PottedPlant(random), 0, -.22, 0);
      break;
    default:
      put("bottle", Bottle(random), .15, z + .1, 0);
      put("banana", Banana(random), -.05, -.36, turn);
  }
}

void AddMicrowave(SceneBuilder& builder, double x, bool over_counter) {
  if (!over_counter) {
    builder.Add("microwave", Microwave(builder.random()), {.at = {x, kCounterTop, -.27}});
    return;
  }
  Solid board;
  board.Box({-.30, -.03, -.40}, {.30, 0, 0}, {.color = {.80, .78, .74}});
  builder.Add("shelf", board, {.at = {x, 1.42, 0}});
  builder.Add("microwave", Microwave(builder.random()), {.at = {x, 1.42, -.21}});
}

int ItemFor(SceneBuilder& builder) {
  if (builder.Wants("bowl")) return 1;
  if (builder.Wants("cup") || builder.Wants("bottle")) return 2;
  if (builder.Wants("knife")) return 3;
  if (builder.Wants("potted plant")) return 4;
  return static_cast<int>(builder.random().Below(6));
}

void AddUpper(SceneBuilder& builder, Unit unit, int index, const Fronts& fronts, Solid& cabinets,
              bool low_shelf) {
  const double x = MiddleOf(index);
  if (unit == Unit::kRefrigerator) return;
  if (unit == Unit::kOven) {
    builder.Add("", RangeHood(builder.random()), {.at = {x, 1.62, 0}});
    return;
  }
  if (unit == Unit::kSink) {
    builder.Add("window-other", Window(.62, .72, builder.random()),
                {.at = {x, 1.68, 0}, .scale = .85});
    return;
  }
  if (!low_shelf) cabinets.Append(fronts.Upper(), {.at = {x, 1.48, -.17}});
}

CameraRange RangeFor(const SceneBuilder& builder) {
  CameraRange range{.low = {-1.6, 1.2, -3.9},
                    .high = {1.6, 1.9, -1.0},
                    .pitch_low = .06,
                    .pitch_high = .28,
                    .yaw = .30};
  if (builder.Wants("cup") || builder.Wants("knife") || builder.Wants("bowl") ||
      builder.Wants("bottle")) {
    range.pitch_low = .25;
    range.pitch_high = .55;
    range.high.z = -.75;
  }
  return range;
}

}  // namespace

Layout LayOutKitchen(int task, Random& random) {
  SceneBuilder builder(SceneKind::kKitchen, task, random);
  builder.AddRoom({.width = 4.6, .tiled = false});
  const auto units = ChooseUnits(builder);
  const Fronts fronts{random()};
  AddRun(builder, units, fronts);

  std::vector<int> plain;
  for (int i = 0; i < 6; ++i) {
    if (units[i] == Unit::kPlain) plain.push_back(i);
  }
  builder.random().Shuffle(plain);
  // The first plain unit gets what is searched for, the second the microwave.
  const bool microwave = builder.Include("microwave", .6) && plain.size() > 1;
  const bool raised = builder.Chance(.35);
  const int microwave_unit = microwave ? plain[1] : -1;
  for (std::size_t k = 0; k < plain.size(); ++k) {
    const double x = MiddleOf(plain[k]);
    if (plain[k] == microwave_unit) {
      AddMicrowave(builder, x, raised);
      if (raised) AddOnCounter(builder, x, static_cast<int>(random.Below(3)));
      continue;
    }
    if (k == 0) {
      AddOnCounter(builder, x, ItemFor(builder));
    } else if (builder.Chance(.75)) {
      AddOnCounter(builder, x, static_cast<int>(random.Below(6)));
    }
  }
  Solid cabinets;
  const int clock_unit = builder.Include("clock", .3) && !plain.empty() ? plain.back() : -1;
  for (int i = 0; i < 6; ++i) {
    const double x = MiddleOf(i);
    if (units[i] == Unit::kOven) builder.Add("oven", Oven(random), {.at = {x, 0, -.31}});
    if (units[i] == Unit::kSink)
      builder.Add("sink", KitchenSink(random), {.at = {x, kCounterTop, -.33}, .scale = .80});
    if (units[i] == Unit::kRefrigerator) {
      builder.Add("refrigerator", Refrigerator(random),
                  {.at = {x + (i == 0 ? -.06 : .06), 0, -.36}});
    }
    if (i == clock_unit) {
      builder.Add("clock", WallClock(random), {.at = {x, 1.85, 0}});
      continue;
    }
    AddUpper(builder, units[i], i, fronts, cabinets, raised && i == microwave_unit);
  }
  if (!cabinets.triangles().empty()) builder.Add("cabinet-merged", cabinets, {});
  return builder.Finish(RangeFor(builder),
                        {.toward = {-.45, .75, -.62}, .focus = {0, .9, -.4}, .reach = 2.6});
}

}  // namespace saccade::synth
