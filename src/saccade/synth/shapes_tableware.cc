#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "saccade/synth/shapes.h"

namespace saccade::synth {
namespace {

using Profile = Solid::ProfilePoint;

constexpr Tint kSteel{.80, .81, .84};
constexpr Tint kWhite{.95, .94, .92};

Surface Glazed(const Tint& tint) { return {.color = tint, .gloss = .5}; }

// A ring in the x-y plane, open to -x: the handle of a cup.
void Handle(Solid& solid, const Vec3& center, double radius, double thickness,
            const Surface& surface) {
  constexpr int kPieces = 8;
  for (int i = 0; i < kPieces; ++i) {
    const auto on_ring = [&](int k) {
      const double angle = std::numbers::pi * (k / double{kPieces} - .5);
      return center + Vec3{radius * std::cos(angle), 1.15 * radius * std::sin(angle), 0};
    };
    solid.Rod(on_ring(i), on_ring(i + 1), thickness, surface, 6);
  }
}

// A flat piece of metal along z: the outline is given by half widths.
void Blade(Solid& solid, std::span<const std::array<double, 2>> half_width_at_z, double y,
           const Surface& surface) {
  for (std::size_t i = 0; i + 1 < half_width_at_z.size(); ++i) {
    const auto [w0, z0] = half_width_at_z[i];
    const auto [w1, z1] = half_width_at_z[i + 1];
    solid.Quad({-w0, y, z0}, {w0, y, z0}, {w1, y, z1}, {-w1, y, z1}, surface);
  }
}

}  // namespace

Tint Vary(const Tint& tint, double spread, Random& random) {
  const auto move = [&](double part) {
    return std::clamp(part + random.Uniform(-spread, spread), 0.0, 1.0);
  };
  const double r = move(tint.r), g = move(tint.g), b = move(tint.b);
  return {r, g, b};
}

Tint Vivid(Random& random) {
  static constexpr std::array<Tint, 9> kTints = {{{.78, .16, .14},
                                                  {.13, .35, .66},
                                                  {.16, .52, .30},
                                                  {.90, .66, .14},
                                                  {.55, .22, .50},
                                                  {.10, .56, .62},
                                                  {.88, .42, .16},
                                                  {.25, .27, .32},
                                                  {.72, .30, .38}}};
  return Vary(kTints[random.Below(kTints.size())], .05, random);
}

Solid Cup(Random& random) {
  const Tint tint = random.Uniform() < .35 ? kWhite : Vivid(random);
  const double r = random.Uniform(.041, .047), h = random.Uniform(.09, .105);
  Solid cup;
  const std::array<Profile, 7> wall = {{{0, .004},
                                        {.8 * r, .002},
                                        {.93 * r, .012},
                                        {r, .4 * h},
                                        {r, h},
                                        {.92 * r, h},
                                        {.88 * r, .5 * h}}};
  cup.Lathe({}, wall, Glazed(tint));
  if (random.Uniform() < .5) {  // a band around it
    const std::array<Profile, 2> band = {{{1.01 * r, .55 * h}, {1.01 * r, .75 * h}}};
    cup.Lathe({}, band, Glazed(tint.r + tint.g > 1.3 ? Vivid(random) : kWhite));
  }
  const std::array<Profile, 2> coffee = {{{.9 * r, .82 * h}, {0, .82 * h}}};
  cup.Lathe({}, coffee, {.color = {.22, .12, .07}});
  Handle(cup, {.97 * r, .52 * h, 0}, .030, .0065, Glazed(tint));
  return cup;
}

Solid Bowl(Random& random) {
  const Tint tint = random.Uniform() < .4 ? kWhite : Vivid(random);
  const double r = random.Uniform(.095, .125), h = random.Uniform(.07, .085);
  Solid bowl;
  const std::array<Profile, 6> outside = {{{.45 * r, 0},
                                           {.48 * r, .008},
                                           {.72 * r, .25 * h},
                                           {.92 * r, .62 * h},
                                           {r, h},
                                           {.95 * r, h}}};
  bowl.Lathe({}, outside, Glazed(tint), 1, 28);
  const std::array<Profile, 4> inside = {
      {{.95 * r, h}, {.86 * r, .6 * h}, {.6 * r, .25 * h}, {0, .15 * h}}};
  bowl.Lathe({}, inside, Glazed(Mix(tint, kWhite, .75)), 1, 28);
  if (random.Uniform() < .7) {  // soup, salad or cereal
    static constexpr std::array<Tint, 3> kFood = {
        {{.80, .50, .16}, {.34, .52, .18}, {.86, .74, .50}}};
    const Tint food = kFood[random.Below(kFood.size())];
    const std::array<Profile, 2> level = {{{.88 * r, .7 * h}, {0, .78 * h}}};
    bowl.Lathe({}, level,
               {.color = food, .pattern = Pattern::kSpeckle, .second = food * .55, .scale = .018});
  }
  return bowl;
}

Solid Bottle(Random& random) {
  static constexpr std::array<Tint, 5> kGlass = {
      {{.10, .32, .16}, {.36, .17, .07}, {.62, .80, .86}, {.70, .12, .12}, {.12, .22, .48}}};
  const Tint tint = Vary(kGlass[random.Below(kGlass.size())], .04, random);
  const double r = random.Uniform(.036, .044), h = random.Uniform(.26, .31);
  Solid bottle;
  const std::array<Profile, 8> wall = {{{0, 0},
                                        {.95 * r, 0},
                                        {r, .02},
                                        {r, .56 * h},
                                        {.85 * r, .66 * h},
                                        {.38 * r, .76 * h},
                                        {.34 * r, .93 * h},
                                        {.34 * r, .93 * h}}};
  bottle.Lathe({}, wall, {.color = tint, .gloss = .9});
  const std::array<Profile, 3> cap = {{{.40 * r, .92 * h}, {.40 * r, h}, {0, h}}};
  bottle.Lathe({}, cap, {.color = Vivid(random), .gloss = .3});
  const std::array<Profile, 2> label = {{{1.015 * r, .18 * h}, {1.015 * r, .50 * h}}};
  bottle.Lathe({}, label, {.color = {.94, .91, .82}});
  const std::array<Profile, 2> stripe = {{{1.03 * r, .29 * h}, {1.03 * r, .39 * h}}};
  bottle.Lathe({}, stripe, {.color = Vivid(random)});
  return bottle;
}

Solid WineGlass(Random& random) {
  const double h = random.Uniform(.19, .22), r = random.Uniform(.034, .04);
  const Surface glass{.color = {.80, .86, .90}, .gloss = 1};
  Solid solid;
  const std::array<Profile, 9> wall = {{{.9 * r, 0},
                                        {.85 * r, .004},
                                        {.12 * r, .01},
                                        {.1 * r, .45 * h},
                                        {.55 * r, .52 * h},
                                        {r, .68 * h},
                                        {.97 * r, .85 * h},
                                        {.82 * r, h},
                                        {.78 * r, h}}};
  solid.Lathe({}, wall, glass);
  if (random.Uniform() < .5) {
    const std::array<Profile, 3> wine = {{{.6 * r, .525 * h}, {1.01 * r, .68 * h}, {0, .70 * h}}};
    solid.Lathe({}, wine, {.color = {.45, .06, .12}, .gloss = .4});
  }
  return solid;
}

Solid Vase(Random& random) {
  const double h = random.Uniform(.2, .27), r = random.Uniform(.05, .065);
  Solid vase;
  const std::array<Profile, 7> wall = {{{.6 * r, 0},
                                        {.9 * r, .25 * h},
                                        {r, .5 * h},
                                        {.7 * r, .75 * h},
                                        {.4 * r, .88 * h},
                                        {.55 * r, h},
                                        {.4 * r, .98 * h}}};
  vase.Lathe({}, wall, Glazed(Vivid(random)));
  const Surface stalk{.color = {.20, .42, .16}};
  const Tint bloom = random.Uniform() < .5 ? Tint{.92, .40, .52} : Tint{.95, .82, .28};
  for (int i = 0; i < 5; ++i) {
    const double angle = random.Uniform(0, 2 * std::numbers::pi), lean = random.Uniform(.02, .07);
    const Vec3 tip{lean * std::cos(angle), h + random.Uniform(.06, .15), lean * std::sin(angle)};
    vase.Rod({0, .9 * h, 0}, tip, .003, stalk, 5);
    vase.Ball(tip, {.022, .018, .022}, {.color = Vary(bloom, .05, random)}, 8);
  }
  return vase;
}

Solid Plate(Random& random) {
  const double r = random.Uniform(.125, .14);
  Solid plate;
  const std::array<Profile, 4> rim = {{{.6 * r, 0}, {r, .018}, {.68 * r, .008}, {0, .008}}};
  plate.Lathe({}, rim, Glazed(kWhite), 1, 28);
  const std::array<Profile, 2> ring = {{{.93 * r, .0165}, {.86 * r, .0145}}};
  plate.Lathe({}, ring, Glazed(Vivid(random)), 1, 28);
  return plate;
}

Solid Fork(Random& random) {
  const Surface steel{.color = Vary(kSteel, .03, random), .gloss = .8};
  Solid fork;
  const std::array<std::array<double, 2>, 6> handle = {
      {{.009, -.105}, {.013, -.09}, {.007, -.02}, {.006, .02}, {.014, .04}, {.015, .052}}};
  Blade(fork, handle, .006, steel);
  for (int i = 0; i < 4; ++i) {
    const double x = -.0125 + .00833 * i;
    fork.Box({x - .0024, .005, .05}, {x + .0024, .0075, .105}, steel);
  }
  return fork;
}

Solid Knife(Random& random) {
  const Surface steel{.color = Vary({.86, .87, .89}, .02, random), .gloss = .9};
  const bool black_handle = random.Uniform() < .5;
  const Surface handle{.color = black_handle ? Tint{.12, .12, .13} : Tint{.45, .26, .13},
                       .gloss = .2};
  Solid knife;
  knife.Taper({{-.011, 0, -.12}, {.011, .014, -.02}}, .8, 1, handle);
  knife.Ball({0, .008, -.095}, {.003, .008, .003}, steel, 6);
  knife.Ball({0, .008, -.045}, {.003, .008, .003}, steel, 6);
  const std::array<Vec3, 6> blade = {{{-.011, .006, -.02},
                                      {.013, .006, -.02},
                                      {.016, .006, .06},
                                      {.011, .006, .105},
                                      {-.004, .006, .135},
                                      {-.011, .006, .10}}};
  knife.Polygon(blade, steel);
  return knife;
}

Solid Spoon(Random& random) {
  const Surface steel{.color = Vary(kSteel, .03, random), .gloss = .8};
  Solid spoon;
  const std::array<std::array<double, 2>, 4> handle = {
      {{.009, -.105}, {.012, -.09}, {.006, -.02}, {.006, .045}}};
  Blade(spoon, handle, .006, steel);
  spoon.Ball({0, .008, .075}, {.021, .008, .033}, steel, 12);
  return spoon;
}

Solid Apple(Random& random) {
  Solid apple;
  const Tint tint = random.Uniform() < .6 ? Tint{.75, .12, .12} : Tint{.50, .68, .18};
  apple.Ball({0, .037, 0}, {.04, .037, .04}, Glazed(Vary(tint, .05, random)));
  apple.Rod({0, .07, 0}, {.006, .088, 0}, .003, {.color = {.3, .18, .08}}, 5);
  return apple;
}

Solid Orange(Random& random) {
  Solid orange;
  orange.Ball({0, .04, 0}, {.04, .04, .04}, Glazed(Vary({.93, .55, .10}, .03, random)));
  return orange;
}

Solid Banana(Random& random) {
  Solid banana;
  const Surface peel{.color = Vary({.93, .80, .22}, .03, random)};
  constexpr int kPieces = 7;
  for (int i = 0; i < kPieces; ++i) {
    const auto on_curve = [](int k) -> Vec3 {
      const double angle = -.9 + 1.8 * k / kPieces;
      return {.11 * std::sin(angle), .018 + .004 * k / kPieces, .13 * (1 - std::cos(angle))};
    };
    const double thick = i == 0 || i == kPieces - 1 ? .009 : .017;
    banana.Rod(on_curve(i), on_curve(i + 1), thick, peel, 8);
  }
  return banana;
}

}  // namespace saccade::synth
