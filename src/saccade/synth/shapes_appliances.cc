#include <array>
#include <cmath>
#include <numbers>

#include "saccade/synth/shapes.h"

namespace saccade::synth {
namespace {

using Profile = Solid::ProfilePoint;

constexpr Tint kPorcelain{.96, .96, .95};
constexpr Tint kDarkGlass{.09, .09, .11};

Surface Casing(Random& random) {
  static constexpr std::array<Tint, 3> kTints = {
      {{.90, .90, .89}, {.70, .71, .73}, {.17, .17, .18}}};
  return {.color = Vary(kTints[random.Below(kTints.size())], .02, random), .gloss = .25};
}

Surface Chrome() { return {.color = {.80, .82, .85}, .gloss = 1}; }

void Panel(Solid& solid, double x0, double y0, double x1, double y1, double z,
           const Surface& surface) {
  solid.Quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}, surface);
}

}  // namespace

Solid Microwave(Random& random) {
  const Surface casing = Casing(random);
  const double w = random.Uniform(.24, .27), h = random.Uniform(.27, .31), d = .18;
  Solid solid;
  for (const double x : {-w + .05, w - .05}) {
    solid.Box({x - .02, 0, -d + .03}, {x + .02, .012, d - .03}, {.color = kDarkGlass});
  }
  solid.Box({-w, .01, -d}, {w, h, d}, casing);
  const double split = .45 * w, z = -d - .001;
  Panel(solid, -w + .01, .02, split - .008, h - .01, z, {.color = casing.color * .82});
  Panel(solid, -w + .035, .05, split - .06, h - .04, z - .001, {.color = kDarkGlass, .gloss = .5});
  Panel(solid, -w + .06, .08, -w + .20, h - .08, z - .002, {.color = {.20, .20, .22}});
  solid.Box({split - .045, .05, z - .03}, {split - .02, h - .04, z - .01}, Chrome());  // the handle
  Panel(solid, split, .02, w - .01, h - .01, z - .001, {.color = {.14, .14, .15}});
  Panel(solid, split + .018, h - .075, w - .028, h - .03, z - .002,
        {.color = {.20, .85, .55}, .glows = true});
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 3; ++column) {
      const double x = split + .018 + column * .034, y = .045 + row * .036;
      Panel(solid, x, y, x + .024, y + .022, z - .002, {.color = {.75, .75, .76}});
    }
  }
  return solid;
}

Solid Oven(Random& random) {
  const Surface casing = Casing(random);
  const double w = .30, h = .90, d = .30;
  Solid solid;
  solid.Box({-w, 0, -d}, {w, h, d}, casing);
  solid.Box({-w, h, d - .06}, {w, h + .12, d}, casing);  // the back panel
  Panel(solid, -.08, h + .03, .08, h + .09, d - .061, {.color = {.85, .30, .15}, .glows = true});
  const double z = -d - .002;
  Panel(solid, -w + .015, .06, w - .015, .19, z, {.color = casing.color * .85});  // the drawer
  solid.Box({-w + .015, .21, z - .02}, {w - .015, .74, z},
            {.color = casing.color * .92, .gloss = .2});
  Panel(solid, -w + .07, .29, w - .07, .62, z - .022, {.color = kDarkGlass, .gloss = .7});
  Panel(solid, -w + .10, .42, w - .10, .43, z - .023, {.color = {.35, .30, .25}});
  solid.Rod({-w + .05, .69, z - .05}, {w - .05, .69, z - .05}, .012, Chrome());
  Panel(solid, -w + .005, .76, w - .005, .88, z - .002, {.color = {.22, .22, .24}});
  for (int i = 0; i < 5; ++i) {
    solid.Ball({-.22 + .11 * i, .82, z - .015}, {.024, .024, .018},
               {.color = {.85, .85, .86}, .gloss = .5}, 10);
  }
  solid.Quad({-w, h + .001, -d}, {w, h + .001, -d}, {w, h + .001, d - .06}, {-w, h + .001, d - .06},
             {.color = {.12, .12, .13}, .gloss = .4});
  for (const double x : {-.14, .14}) {
    for (const double bz : {-.17, .09}) {
      const std::array<Profile, 4> burner = {
          {{.085, h + .002}, {.085, h + .016}, {.065, h + .018}, {.055, h + .006}}};
      solid.Lathe({x, 0, bz}, burner, {.color = {.30, .30, .32}, .gloss = .3}, 1, 16);
    }
  }
  return solid;
}

Solid Refrigerator(Random& random) {
  const Surface casing = Casing(random);
  const double w = .36, h = random.Uniform(1.68, 1.82), d = .33;
  Solid solid;
  solid.Box({-w, 0, -d + .03}, {w, h, d}, {.color = casing.color * .9});
  solid.Box({-w, .04, -d}, {w, .62 * h - .008, -d + .03}, casing);
  solid.Box({-w, .62 * h + .008, -d}, {w, h, -d + .03}, casing);
  for (const auto& [y0, y1] : {std::array{.36 * h, .60 * h}, std::array{.65 * h, .86 * h}}) {
    solid.Rod({-w + .06, y0, -d - .04}, {-w + .06, y1, -d - .04}, .014, Chrome());
  }
  if (random.Uniform() < .6) {  // notes on the door
    for (int i = 0; i < 3; ++i) {
      const double x = random.Uniform(-.1, .2), y = random.Uniform(.68, .88) * h;
      Panel(solid, x, y, x + .09, y + .11, -d - .002,
            {.color = Vary({.92, .90, .60}, .08, random)});
    }
  }
  return solid;
}

Solid Toaster(Random& random) {
  const Surface casing{.color = random.Uniform() < .5 ? Tint{.78, .79, .81} : Vivid(random),
                       .gloss = .6};
  Solid solid;
  solid.Taper({{-.14, .01, -.085}, {.14, .19, .085}}, .93, .8, casing);
  for (const double z : {-.03, .03}) {
    solid.Quad({-.10, .191, z - .012}, {.10, .191, z - .012}, {.10, .191, z + .012},
               {-.10, .191, z + .012}, {.color = {.08, .07, .06}});
    solid.Box({-.07, .15, z - .009}, {.07, .225, z + .009}, {.color = {.80, .58, .30}});
  }
  solid.Box({.138, .10, -.02}, {.165, .13, .02}, {.color = {.1, .1, .1}});
  return solid;
}

Solid KitchenSink(Random& random) {
  const double w = random.Uniform(.29, .34), d = .20, deep = .07;
  const Surface steel{.color = {.70, .72, .75}, .gloss = .6};
  Solid sink;
  const auto rim = [&](double x0, double z0, double x1, double z1) {
    sink.Box({x0, -.004, z0}, {x1, .010, z1}, {.color = {.84, .86, .88}, .gloss = .8});
  };
  rim(-w - .03, -d - .03, w + .03, -d);
  rim(-w - .03, d, w + .03, d + .07);
  rim(-w - .03, -d, -w, d);
  rim(w, -d, w + .03, d);
  const auto wall = [&](const Vec3& a, const Vec3& b, double shade) {
    sink.Quad(a, b, b - Vec3{0, deep, 0}, a - Vec3{0, deep, 0}, {.color = steel.color * shade});
  };
  wall({-w, 0, d}, {w, 0, d}, .80);
  wall({-w, 0, -d}, {w, 0, -d}, .55);
  wall({-w, 0, -d}, {-w, 0, d}, .65);
  wall({w, 0, -d}, {w, 0, d}, .72);
  sink.Quad({-w, -deep, -d}, {w, -deep, -d}, {w, -deep, d}, {-w, -deep, d},
            {.color = steel.color * .85, .gloss = .5});
  const std::array<Profile, 2> drain = {{{.035, .002 - deep}, {0, .002 - deep}}};
  sink.Lathe({}, drain, {.color = {.22, .23, .25}});
  sink.Rod({0, .01, d + .035}, {0, .24, d + .035}, .014, Chrome());
  constexpr int kPieces = 6;
  for (int i = 0; i < kPieces; ++i) {
    const auto on_bow = [&](int k) -> Vec3 {
      const double angle = std::numbers::pi * k / kPieces;
      return {0, .24 + .07 * std::sin(angle), d + .035 - .085 * (1 - std::cos(angle))};
    };
    sink.Rod(on_bow(i), on_bow(i + 1), .012, Chrome());
  }
  for (const double x : {-.10, .10}) {
    sink.Rod({x, .01, d + .035}, {x, .055, d + .035}, .014, Chrome());
    sink.Ball({x, .065, d + .035}, {.030, .014, .014}, Chrome(), 10);
  }
  return sink;
}

Solid BathroomSink(Random& random) {
  const double r = random.Uniform(.23, .27);
  Solid sink;
  const std::array<Profile, 6> outside = {
      {{.40 * r, 0}, {.62 * r, .03}, {.88 * r, .09}, {r, .14}, {r, .155}, {.90 * r, .155}}};
  sink.Lathe({}, outside, {.color = kPorcelain, .gloss = .6}, .82, 28);
  const std::array<Profile, 4> inside = {
      {{.90 * r, .155}, {.80 * r, .10}, {.45 * r, .05}, {0, .045}}};
  sink.Lathe({}, inside, {.color = kPorcelain * .86, .gloss = .6}, .82, 28);
  const std::array<Profile, 2> drain = {{{.022, .052}, {0, .052}}};
  sink.Lathe({}, drain, Chrome(), 1, 12);
  const double z = .86 * r;
  sink.Box({-.05, .10, z - .03}, {.05, .16, z + .05}, {.color = kPorcelain});
  sink.Rod({0, .15, z}, {0, .27, z}, .016, Chrome());
  sink.Rod({0, .265, z}, {0, .235, z - .14}, .013, Chrome());
  for (const double x : {-.075, .075}) {
    sink.Rod({x, .14, z}, {x, .185, z}, .012, Chrome());
    sink.Ball({x, .195, z}, {.026, .013, .013}, Chrome(), 10);
  }
  return sink;
}

Solid Toilet(Random& random) {
  const Surface white{.color = Vary(kPorcelain, .02, random), .gloss = .5};
  const Surface shade{.color = white.color * .92, .gloss = .4};
  Solid toilet;
  const std::array<Profile, 5> foot = {{{.13, 0}, {.11, .05}, {.10, .18}, {.16, .33}, {.19, .38}}};
  toilet.Lathe({0, 0, -.06}, foot, shade, 1.3, 24);
  const std::array<Profile, 4> seat = {{{.195, .38}, {.20, .405}, {.185, .415}, {.115, .412}}};
  toilet.Lathe({0, 0, -.07}, seat, white, 1.3, 28);
  const std::array<Profile, 3> inside = {{{.118, .412}, {.09, .33}, {0, .30}}};
  toilet.Lathe({0, 0, -.07}, inside, {.color = white.color * .72}, 1.3, 24);
  const std::array<Profile, 2> water = {{{.085, .325}, {0, .325}}};
  toilet.Lathe({0, 0, -.07}, water, {.color = {.62, .76, .84}, .gloss = .6}, 1.3, 16);
  toilet.Box({-.15, .30, .16}, {.15, .42, .24}, shade);
  toilet.Box({-.21, .40, .20}, {.21, .76, .37}, white);     // the tank
  toilet.Box({-.225, .76, .185}, {.225, .79, .38}, shade);  // its lid
  toilet.Ball({0, .795, .28}, {.025, .01, .025}, {.color = {.80, .82, .85}, .gloss = 1}, 10);
  if (random.Uniform() < .7) {  // the lid is up
    std::array<Vec3, 20> lid;
    for (int i = 0; i < 20; ++i) {
      const double angle = 2 * std::numbers::pi * i / 20;
      lid[i] = {.185 * std::cos(angle), .63 + .225 * std::sin(angle), .165 + .02 * std::sin(angle)};
    }
    toilet.Polygon(lid, {.color = white.color * .95, .gloss = .4});
  }
  return toilet;
}

Solid Mirror(double width, double height) {
  Solid mirror;
  const double w = width / 2, h = height / 2;
  mirror.Box({-w - .025, -h - .025, -.03}, {w + .025, h + .025, 0},
             {.color = {.62, .55, .42}, .gloss = .3});
  Panel(mirror, -w, -h, w, h, -.031, {.color = {.74, .82, .86}, .glows = true});
  const std::array<Vec3, 4> gleam = {
      {{-.7 * w, -h, -.032}, {-.3 * w, -h, -.032}, {.5 * w, h, -.032}, {.1 * w, h, -.032}}};
  mirror.Polygon(gleam, {.color = {.86, .91, .94}, .glows = true});
  return mirror;
}

Solid Towel(Random& random) {
  const Tint tint = Vivid(random);
  Solid towel;
  towel.Rod({-.3, 0, -.06}, {.3, 0, -.06}, .01, Chrome());
  for (const double x : {-.3, .3}) towel.Rod({x, 0, -.06}, {x, 0, 0}, .01, Chrome(), 6);
  towel.Box({-.22, -.55, -.085}, {.22, .012, -.04},
            {.color = tint, .pattern = Pattern::kSpeckle, .second = tint * .85, .scale = .012});
  Panel(towel, -.22, -.46, .22, -.40, -.087, {.color = Mix(tint, {1, 1, 1}, .6)});
  return towel;
}

Solid RangeHood(Random& random) {
  const Surface steel{.color = Vary({.72, .73, .75}, .03, random), .gloss = .4};
  Solid hood;
  Solid body;
  body.Taper({{-.30, 0, -.46}, {.30, .22, 0}}, .45, .45, steel);
  hood.Append(body, {});
  hood.Box({-.14, .2, -.36}, {.14, .95, -.08}, steel);
  hood.Box({-.30, -.03, -.46}, {.30, 0, 0}, {.color = steel.color * .8});
  return hood;
}

}  // namespace saccade::synth
