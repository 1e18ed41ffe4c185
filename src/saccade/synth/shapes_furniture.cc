#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "saccade/synth/shapes.h"

namespace saccade::synth {
namespace {

using Profile = Solid::ProfilePoint;

Surface Wood(Random& random) {
  static constexpr std::array<Tint, 4> kWoods = {
      {{.58, .38, .21}, {.74, .56, .36}, {.42, .26, .15}, {.66, .46, .28}}};
  const Tint tint = Vary(kWoods[random.Below(kWoods.size())], .04, random);
  return {
      .color = tint, .pattern = Pattern::kPlanks, .second = tint * .6, .scale = .16, .gloss = .1};
}

Surface Painted(Random& random) {
  static constexpr std::array<Tint, 4> kPaints = {
      {{.92, .91, .88}, {.62, .70, .74}, {.80, .76, .66}, {.46, .54, .48}}};
  return {.color = Vary(kPaints[random.Below(kPaints.size())], .03, random), .gloss = .05};
}

}  // namespace

Solid DiningChair(Random& random) {
  const Surface wood = random.Uniform() < .75 ? Wood(random) : Painted(random);
  const double w = .21, seat = .45, back = random.Uniform(.88, .98);
  Solid chair;
  for (const double x : {-w + .02, w - .02}) {
    chair.Rod({x, 0, -w + .02}, {x, seat, -w + .02}, .020, wood);
    chair.Rod({x, 0, w + .01}, {x, back, w + .05}, .020, wood);
  }
  chair.Box({-w, seat - .035, -w}, {w, seat, w + .02}, wood);
  if (random.Uniform() < .5) {
    chair.Taper({{-w + .015, seat, -w + .015}, {w - .015, seat + .035, w}}, .92, .92,
                {.color = Vivid(random)});
  }
  chair.Box({-w + .01, back - .09, w + .03}, {w - .01, back, w + .06}, wood);
  if (random.Uniform() < .5) {
    for (int i = 0; i < 4; ++i) {
      const double x = -.12 + .08 * i;
      chair.Rod({x, seat, w + .02}, {x, back - .05, w + .045}, .011, wood, 6);
    }
  } else {
    for (const double y : {seat + .12, seat + .25}) {
      chair.Box({-w + .02, y, w + .025}, {w - .02, y + .06, w + .045}, wood);
    }
  }
  chair.Rod({-w + .02, .2, -w + .02}, {-w + .02, .2, w + .02}, .011, wood, 6);
  chair.Rod({w - .02, .2, -w + .02}, {w - .02, .2, w + .02}, .011, wood, 6);
  return chair;
}

Solid OfficeChair(Random& random) {
  const Surface cloth{.color = random.Uniform() < .6 ? Tint{.16, .16, .18} : Vivid(random)};
  const Surface metal{.color = {.24, .24, .26}, .gloss = .4};
  Solid chair;
  for (int i = 0; i < 5; ++i) {
    const double angle = 2 * std::numbers::pi * i / 5;
    const Vec3 tip{.28 * std::cos(angle), .06, .28 * std::sin(angle)};
    chair.Rod({0, .11, 0}, tip, .022, metal);
    chair.Ball(tip - Vec3{0, .03, 0}, {.03, .03, .03}, metal, 8);
  }
  chair.Rod({0, .09, 0}, {0, .45, 0}, .028, metal);
  chair.Taper({{-.24, .44, -.24}, {.24, .53, .24}}, .92, .92, cloth);
  chair.Rod({0, .47, .2}, {0, .72, .29}, .025, metal);
  chair.Taper({{-.22, .62, .24}, {.22, 1.08, .31}}, .82, .8, cloth);
  for (const double x : {-.27, .27}) {
    chair.Box({x - .02, .66, -.14}, {x + .02, .69, .14}, metal);
    chair.Rod({x, .50, .05}, {x, .67, .05}, .015, metal);
  }
  return chair;
}

Solid Couch(Random& random) {
  const Surface cloth{.color = Vivid(random)};
  const Surface seam{.color = cloth.color * .85};
  const double w = random.Uniform(.85, 1.05);
  Solid couch;
  couch.Box({-w, .08, -.42}, {w, .36, .42}, seam);
  for (const double side : {-1.0, 1.0}) {
    couch.Taper(
        {{std::min(0.0, side * (w - .18)), .34, -.42}, {std::max(0.0, side * (w - .18)), .48, .30}},
        .96, .94, cloth);
    couch.Taper(
        {{std::min(0.0, side * (w - .18)), .46, .14}, {std::max(0.0, side * (w - .18)), .86, .36}},
        .94, .5, cloth);
    couch.Taper(
        {{side * w - (side > 0 ? .18 : 0), .08, -.44}, {side * w + (side > 0 ? 0 : .18), .60, .42}},
        .9, .97, cloth);
    couch.Rod({side * (w - .1), 0, -.35}, {side * (w - .1), .1, -.35}, .025,
              {.color = {.25, .16, .1}});
  }
  couch.Box({-w, .3, .30}, {w, .84, .46}, seam);
  return couch;
}

Solid Table(double width, double height, double depth, Random& random) {
  const Surface wood = Wood(random);
  Solid table;
  table.Box({-width / 2, height - .04, -depth / 2}, {width / 2, height, depth / 2}, wood);
  table.Box({-width / 2 + .06, height - .11, -depth / 2 + .06},
            {width / 2 - .06, height - .04, depth / 2 - .06}, {.color = wood.color * .85});
  for (const double x : {-width / 2 + .08, width / 2 - .08}) {
    for (const double z : {-depth / 2 + .08, depth / 2 - .08}) {
      table.Taper({{x - .035, 0, z - .035}, {x + .035, height - .04, z + .035}}, 1.2, 1.2,
                  {.color = wood.color * .9});
    }
  }
  return table;
}

Solid Cabinet(double width, double height, double depth, int doors, Random& random) {
  const Surface front = random.Uniform() < .5 ? Wood(random) : Painted(random);
  Solid cabinet;
  cabinet.Box({-width / 2, 0, -depth / 2}, {width / 2, height, depth / 2}, front);
  const double door = width / doors, z = -depth / 2;
  for (int i = 0; i < doors; ++i) {
    const double x0 = -width / 2 + i * door + .012, x1 = x0 + door - .024;
    const double y0 = .03, y1 = height - .02;
    const Surface edge{.color = front.color * .72};
    cabinet.Quad({x0, y0, z - .002}, {x1, y0, z - .002}, {x1, y1, z - .002}, {x0, y1, z - .002},
                 edge);
    Surface panel = front;
    panel.color = front.color * 1.04;
    cabinet.Box({x0 + .006, y0 + .006, z - .016}, {x1 - .006, y1 - .006, z - .002}, panel);
    const double inset = std::min(.06, door / 6);
    cabinet.Quad({x0 + inset, y0 + inset, z - .0165}, {x1 - inset, y0 + inset, z - .0165},
                 {x1 - inset, y1 - inset, z - .0165}, {x0 + inset, y1 - inset, z - .0165},
                 {.color = front.color * .93});
    const double knob = i % 2 == 0 ? x1 - .035 : x0 + .035;
    cabinet.Rod({knob, .62 * height, z - .035}, {knob, .78 * height, z - .035}, .006,
                {.color = {.75, .75, .76}, .gloss = .6}, 6);
  }
  return cabinet;
}

Solid Bookshelf(double width, Random& random) {
  const Surface wood = Wood(random);
  Solid shelf;
  for (const double y : {-.22, .10}) {
    shelf.Box({-width / 2, y, -.22}, {width / 2, y + .025, 0}, wood);
    double x = -width / 2 + .02;
    while (x < width / 2 - .06) {
      const double w = random.Uniform(.018, .045), h = random.Uniform(.17, .26);
      if (random.Uniform() < .85) {
        shelf.Box({x, y + .025, -.19}, {x + w, y + .025 + h, -.03}, {.color = Vivid(random)});
        shelf.Quad({x + .1 * w, y + .16, -.191}, {x + .9 * w, y + .16, -.191},
                   {x + .9 * w, y + .18, -.191}, {x + .1 * w, y + .18, -.191},
                   {.color = {.92, .88, .74}});
      }
      x += w + .002;
    }
  }
  return shelf;
}

Solid PottedPlant(Random& random) {
  const double h = random.Uniform(.15, .2), r = .62 * h;
  static constexpr std::array<Tint, 4> kPots = {
      {{.72, .36, .22}, {.90, .89, .86}, {.28, .34, .40}, {.80, .66, .46}}};
  const Tint pot = Vary(kPots[random.Below(kPots.size())], .04, random);
  Solid plant;
  const std::array<Profile, 6> wall = {{{.62 * r, 0},
                                        {.92 * r, .8 * h},
                                        {1.05 * r, .8 * h},
                                        {1.05 * r, h},
                                        {.92 * r, h},
                                        {.9 * r, .9 * h}}};
  plant.Lathe({}, wall, {.color = pot, .gloss = .15});
  const std::array<Profile, 2> soil = {{{.92 * r, .9 * h}, {0, .92 * h}}};
  plant.Lathe({}, soil, {.color = {.22, .15, .10}});
  const int leaves = 34;
  const double reach = random.Uniform(.16, .22), rise = random.Uniform(.20, .34);
  const Tint green = Vary({.20, .46, .16}, .05, random);
  for (int i = 0; i < leaves; ++i) {
    const double angle = random.Uniform(0, 2 * std::numbers::pi);
    const double out = reach * std::sqrt(random.Uniform(.08, 1)),
                 up = h + rise * random.Uniform(.25, 1);
    const Vec3 base{.25 * out * std::cos(angle), .9 * h, .25 * out * std::sin(angle)};
    const Vec3 tip{out * std::cos(angle), up - .35 * out, out * std::sin(angle)};
    const Vec3 bend{.7 * tip.x, std::max(tip.y, h) + .30 * (up - h), .7 * tip.z};
    const Vec3 across = Vec3{-std::sin(angle), 0, std::cos(angle)} * random.Uniform(.018, .03);
    const Surface leaf{.color = green * random.Uniform(.75, 1.45), .gloss = .15};
    plant.Rod(base, Mix(base, bend, .6), .003, {.color = green * .8}, 4);
    const std::array<Vec3, 3> lower = {Mix(base, bend, .45), bend - across, bend + across};
    const std::array<Vec3, 3> upper = {bend - across, bend + across, tip};
    plant.Polygon(lower, leaf);
    plant.Polygon(upper, leaf);
  }
  return plant;
}

Solid Window(double width, double height, Random& random) {
  const Surface frame{.color = {.94, .94, .93}};
  Solid window;
  window.Quad({-width / 2, -height / 2, -.005}, {width / 2, -height / 2, -.005},
              {width / 2, height / 2, -.005}, {-width / 2, height / 2, -.005},
              {.color = Vary({.74, .86, .96}, .03, random), .glows = true});
  // What is outside: the tops of trees.
  for (int i = 0; i < 7; ++i) {
    const double x = -.5 * width + width * (i + .5) / 7, top = random.Uniform(-.25, .05) * height;
    window.Quad({x - width / 14, -height / 2, -.006}, {x + width / 14, -height / 2, -.006},
                {x + width / 22, top, -.006}, {x - width / 22, top, -.006},
                {.color = Vary({.42, .62, .36}, .05, random), .glows = true});
  }
  const auto bar = [&](double x0, double y0, double x1, double y1) {
    window.Box({x0, y0, -.05}, {x1, y1, 0}, frame);
  };
  const double w = width / 2, h = height / 2, t = .045;
  bar(-w - t, -h - t, w + t, -h);
  bar(-w - t, h, w + t, h + t);
  bar(-w - t, -h, -w, h);
  bar(w, -h, w + t, h);
  bar(-.02, -h, .02, h);
  bar(-w, -.02, w, .02);
  window.Box({-w - .1, -h - t - .03, -.16}, {w + .1, -h - t, 0}, frame);  // the sill
  return window;
}

Solid Curtain(double width, double height, Random& random) {
  const Tint tint = Vary(Mix(Vivid(random), {.9, .88, .84}, .5), .03, random);
  Solid curtain;
  constexpr int kFolds = 7;
  for (int i = 0; i < kFolds; ++i) {
    const double x0 = -width / 2 + width * i / kFolds, x1 = x0 + width / kFolds;
    const double middle = (x0 + x1) / 2;
    const Surface cloth{.color = tint};
    curtain.Quad({x0, 0, -.02}, {middle, 0, -.09}, {middle, height, -.09}, {x0, height, -.02},
                 cloth);
    curtain.Quad({middle, 0, -.09}, {x1, 0, -.02}, {x1, height, -.02}, {middle, height, -.09},
                 {.color = tint * .8});
  }
  return curtain;
}

Solid Door(Random& random) {
  const Surface wood = random.Uniform() < .5 ? Wood(random) : Painted(random);
  Solid door;
  door.Box({-.50, 0, -.03}, {.50, 2.08, 0}, {.color = {.92, .91, .89}});
  door.Box({-.42, 0, -.05}, {.42, 2.0, -.02}, wood);
  for (const double y : {.2, 1.1}) {
    for (const double x : {-.33, .05}) {
      door.Quad({x, y, -.052}, {x + .28, y, -.052}, {x + .28, y + .7, -.052}, {x, y + .7, -.052},
                {.color = wood.color * .82});
    }
  }
  door.Ball({.34, 1.02, -.09}, {.03, .03, .03}, {.color = {.82, .70, .38}, .gloss = .7}, 10);
  return door;
}

Solid WallPicture(Random& random) {
  const double w = random.Uniform(.2, .35), h = random.Uniform(.2, .32);
  Solid picture;
  picture.Box({-w, -h, -.025}, {w, h, 0},
              {.color = random.Uniform() < .5 ? Tint{.2, .15, .1} : Tint{.85, .8, .7}});
  const auto panel = [&](double x0, double y0, double x1, double y1, double z, const Tint& tint) {
    picture.Quad({x0 * w, y0 * h, z}, {x1 * w, y0 * h, z}, {x1 * w, y1 * h, z}, {x0 * w, y1 * h, z},
                 {.color = tint});
  };
  panel(-.88, -.88, .88, .88, -.026, {.95, .94, .90});
  panel(-.7, -.7, .7, .7, -.027, Vary({.60, .74, .84}, .1, random));
  panel(-.7, -.7, .7, random.Uniform(-.3, .1), -.028, Vary({.46, .54, .30}, .1, random));
  picture.Disc({.3 * w, .3 * h, -.029}, .2 * h, {.color = Vary({.95, .80, .40}, .05, random)}, 12);
  return picture;
}

}  // namespace saccade::synth
