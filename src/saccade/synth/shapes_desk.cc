#include <array>
#include <cmath>
#include <numbers>

#include "saccade/synth/shapes.h"

namespace saccade::synth {
namespace {

using Profile = Solid::ProfilePoint;

constexpr Tint kBlack{.10, .10, .11};
constexpr Tint kSilver{.74, .75, .78};

// A lit screen in the plane z = front, between two corners: wallpaper, a window with lines of text,
// a bar below; or a landscape.
void Screen(Solid& solid, double left, double bottom, double right, double top, double front,
            Random& random) {
  const double w = right - left, h = top - bottom;
  const auto panel = [&](double x0, double y0, double x1, double y1, double lift,
                         const Tint& tint) {
    const double z = front - lift;
    solid.Quad({left + x0 * w, bottom + y0 * h, z}, {left + x1 * w, bottom + y0 * h, z},
               {left + x1 * w, bottom + y1 * h, z}, {left + x0 * w, bottom + y1 * h, z},
               {.color = tint, .glows = true});
  };
  if (random.Uniform() < .35) {
    panel(0, 0, 1, 1, .001, {.45, .66, .90});
    panel(0, 0, 1, .38, .002, {.28, .52, .24});
    const std::array<Vec3, 3> hill = {{{left + .1 * w, bottom + .38 * h, front - .0015},
                                       {left + .75 * w, bottom + .38 * h, front - .0015},
                                       {left + .42 * w, bottom + .78 * h, front - .0015}}};
    solid.Polygon(hill, {.color = {.42, .44, .52}, .glows = true});
    return;
  }
  panel(0, 0, 1, 1, .001, Vary({.16, .36, .62}, .08, random));
  panel(.08, .18, .70, .90, .002, {.93, .94, .95});
  panel(.08, .83, .70, .90, .003, {.55, .58, .64});
  for (int i = 0; i < 6; ++i) {
    panel(.12, .73 - .085 * i, random.Uniform(.35, .66), .76 - .085 * i, .003, {.45, .47, .52});
  }
  panel(.75, .35, .95, .80, .002, Vary({.90, .60, .25}, .1, random));
  panel(0, 0, 1, .08, .003, {.14, .15, .18});
}

}  // namespace

Solid Keyboard(Random& random) {
  const bool dark = random.Uniform() < .6;
  const Tint body = dark ? Tint{.13, .13, .14} : Tint{.80, .80, .81};
  const Tint keys = dark ? Tint{.30, .30, .32} : Tint{.97, .97, .97};
  Solid solid;
  solid.Box({-.22, 0, -.07}, {.22, .016, .07}, {.color = body});
  const Surface caps{.color = keys, .pattern = Pattern::kKeys, .second = body * .75, .scale = .019};
  const auto block = [&](double x0, double z0, double x1, double z1) {
    solid.Quad({x0, .0175, z0}, {x1, .0175, z0}, {x1, .0175, z1}, {x0, .0175, z1}, caps);
  };
  block(-.209, -.040, .076, .036);
  block(.086, -.040, .124, .036);
  block(.134, -.059, .210, .036);
  block(-.209, .043, .076, .062);
  block(-.209, -.060, -.133, -.041);
  solid.Box({-.128, .016, -.059}, {-.025, .0185, -.042}, {.color = keys});  // the space bar
  block(-.019, -.060, .076, -.041);
  return solid;
}

Solid Mouse(Random& random) {
  const Tint tint = random.Uniform() < .6 ? kBlack + Tint{.06, .06, .07} : Tint{.90, .90, .91};
  Solid mouse;
  mouse.Ball({0, .008, 0}, {.034, .032, .060}, {.color = tint, .gloss = .5}, 18);
  const Tint line = tint.r > .5 ? Tint{.45, .45, .47} : Tint{.50, .51, .54};
  mouse.Rod({0, .0385, .012}, {0, .028, .048}, .0016, {.color = line}, 5);
  mouse.Rod({-.028, .026, .006}, {.028, .026, .006}, .0013, {.color = line}, 5);
  mouse.Ball({0, .037, .030}, {.005, .006, .010}, {.color = {.55, .57, .62}}, 8);
  mouse.Rod({0, .010, .055}, {.01, .006, .09}, .0025, {.color = line * .6}, 5);
  return mouse;
}

Solid Monitor(Random& random) {
  const double w = random.Uniform(.48, .56), h = .60 * w, foot = .11;
  const Surface frame{.color = random.Uniform() < .7 ? kBlack : kSilver, .gloss = .2};
  Solid solid;
  solid.Box({-.12, 0, -.02}, {.12, .012, .16}, frame);
  solid.Box({-.025, .01, .06}, {.025, foot + .1, .09}, frame);
  solid.Box({-w / 2, foot, 0}, {w / 2, foot + h, .045}, frame);
  Screen(solid, -w / 2 + .014, foot + .024, w / 2 - .014, foot + h - .014, 0, random);
  solid.Box({-.006, foot + .008, -.002}, {.006, foot + .014, 0},
            {.color = {.3, .9, .5}, .glows = true});
  return solid;
}

Solid Television(Random& random) {
  const double w = random.Uniform(.9, 1.15), h = .58 * w;
  const Surface frame{.color = kBlack, .gloss = .3};
  Solid solid;
  for (const double x : {-.3 * w, .3 * w}) {
    solid.Box({x - .03, 0, -.08}, {x + .03, .05, .12}, frame);
  }
  solid.Box({-w / 2, .05, 0}, {w / 2, .05 + h, .05}, frame);
  if (random.Uniform() < .55) {
    Screen(solid, -w / 2 + .025, .08, w / 2 - .025, .05 + h - .025, 0, random);
  } else {  // off: dark glass with the window's reflection
    solid.Quad({-w / 2 + .025, .08, -.001}, {w / 2 - .025, .08, -.001},
               {w / 2 - .025, .025 + h, -.001}, {-w / 2 + .025, .025 + h, -.001},
               {.color = {.05, .06, .08}, .glows = true});
    const std::array<Vec3, 4> gleam = {{{-.30 * w, .55 * h, -.002},
                                        {-.18 * w, .55 * h, -.002},
                                        {-.08 * w, .97 * h, -.002},
                                        {-.20 * w, .97 * h, -.002}}};
    solid.Polygon(gleam, {.color = {.16, .19, .24}, .glows = true});
  }
  return solid;
}

Solid Laptop(Random& random) {
  const bool dark = random.Uniform() < .45;
  const Surface body{.color = dark ? Tint{.17, .17, .19} : kSilver, .gloss = .3};
  const double w = random.Uniform(.32, .36), d = .68 * w, h = .64 * w;
  Solid solid;
  solid.Box({-w / 2, 0, -d}, {w / 2, .016, 0}, body);
  const Surface caps{.color = {.22, .22, .24},
                     .pattern = Pattern::kKeys,
                     .second = body.color * .6,
                     .scale = .018};
  solid.Quad({-.43 * w, .0175, -.56 * d}, {.43 * w, .0175, -.56 * d}, {.43 * w, .0175, -.10 * d},
             {-.43 * w, .0175, -.10 * d}, caps);
  solid.Quad({-.15 * w, .0175, -.93 * d}, {.15 * w, .0175, -.93 * d}, {.15 * w, .0175, -.64 * d},
             {-.15 * w, .0175, -.64 * d}, {.color = body.color * .85});
  Solid lid;
  lid.Box({-w / 2, 0, 0}, {w / 2, h, .010}, body);
  Screen(lid, -w / 2 + .012, .018, w / 2 - .012, h - .012, 0, random);
  // The lid leans back: sheared, which near the upright looks like turning.
  Solid leaning;
  const double lean = random.Uniform(.25, .40);
  for (const Triangle& triangle : lid.triangles()) {
    const auto moved = [&](const Vec3& p) -> Vec3 {
      return {p.x, .014 + p.y * std::cos(lean), p.z + p.y * std::sin(lean)};
    };
    const std::array<Vec3, 3> corners = {moved(triangle.at[0]), moved(triangle.at[1]),
                                         moved(triangle.at[2])};
    leaning.Polygon(corners, lid.surfaces()[triangle.surface]);
  }
  solid.Append(leaning, {});
  Solid centered;
  centered.Append(solid, {.at = {0, 0, d / 2}});
  return centered;
}

Solid CellPhone(Random& random) {
  Solid phone;
  phone.Box({-.037, 0, -.075}, {.037, .010, .075}, {.color = kBlack, .gloss = .4});
  const bool lit = random.Uniform() < .4;
  phone.Quad({-.033, .0105, -.068}, {.033, .0105, -.068}, {.033, .0105, .068}, {-.033, .0105, .068},
             {.color = lit ? Tint{.35, .55, .80} : Tint{.16, .17, .20}, .gloss = .6});
  return phone;
}

Solid Remote(Random& random) {
  Solid remote;
  remote.Box({-.024, 0, -.09}, {.024, .018, .09}, {.color = kBlack, .gloss = .2});
  remote.Quad({-.018, .0185, -.07}, {.018, .0185, -.07}, {.018, .0185, .05}, {-.018, .0185, .05},
              {.color = Vary({.55, .55, .58}, .05, random),
               .pattern = Pattern::kKeys,
               .second = kBlack,
               .scale = .012});
  remote.Ball({0, .018, .07}, {.006, .004, .006}, {.color = {.85, .15, .12}}, 8);
  return remote;
}

Solid Book(Random& random) {
  const double w = random.Uniform(.15, .2), d = 1.35 * w, h = random.Uniform(.02, .045);
  const Surface cover{.color = Vivid(random), .gloss = .1};
  Solid book;
  book.Box({-w / 2, .003, -d / 2 + .006}, {w / 2 - .006, h - .003, d / 2 - .006},
           {.color = {.93, .90, .82},
            .pattern = Pattern::kStripes,
            .second = {.84, .80, .70},
            .scale = .2});
  book.Box({-w / 2, 0, -d / 2}, {w / 2, .003, d / 2}, cover);
  book.Box({-w / 2, h - .003, -d / 2}, {w / 2, h, d / 2}, cover);
  book.Box({-w / 2 - .003, 0, -d / 2}, {-w / 2, h, d / 2}, cover);
  book.Quad({-.32 * w, h + .001, .05 * d}, {.32 * w, h + .001, .05 * d},
            {.32 * w, h + .001, .25 * d}, {-.32 * w, h + .001, .25 * d},
            {.color = {.95, .93, .88}});
  return book;
}

Solid WallClock(Random& random) {
  const double r = random.Uniform(.14, .18);
  Solid clock;
  const Tint rim = random.Uniform() < .5 ? kBlack : Vivid(random);
  constexpr int kSegments = 28;
  for (int i = 0; i < kSegments; ++i) {
    const auto on_rim = [&](double radius, double z, int k) -> Vec3 {
      const double angle = 2 * std::numbers::pi * k / kSegments;
      return {radius * std::cos(angle), radius * std::sin(angle), z};
    };
    clock.Quad(on_rim(r, 0, i), on_rim(r, 0, i + 1), on_rim(r, -.04, i + 1), on_rim(r, -.04, i),
               {.color = rim, .gloss = .4});
    clock.Quad(on_rim(r, -.04, i), on_rim(r, -.04, i + 1), on_rim(.88 * r, -.04, i + 1),
               on_rim(.88 * r, -.04, i), {.color = rim * 1.15, .gloss = .4});
  }
  clock.Disc({0, 0, -.03}, .9 * r, {.color = {.97, .96, .93}}, kSegments);
  const auto hand = [&](double angle, double from, double to, double half, double z) {
    const Vec3 along{std::sin(angle), std::cos(angle), 0},
        across{along.y * half, -along.x * half, 0};
    const Vec3 a = along * from + Vec3{0, 0, z}, b = along * to + Vec3{0, 0, z};
    clock.Quad(a - across, a + across, b + across, b - across, {.color = {.08, .08, .09}});
  };
  for (int i = 0; i < 12; ++i) {
    hand(i * std::numbers::pi / 6, (i % 3 == 0 ? .62 : .70) * r, .82 * r,
         (i % 3 == 0 ? .030 : .016) * r, -.032);
  }
  const double hours = random.Uniform(0, 12);
  hand(hours * std::numbers::pi / 6, -.08 * r, .45 * r, .040 * r, -.034);
  hand(hours * 2 * std::numbers::pi, -.08 * r, .68 * r, .026 * r, -.035);
  clock.Disc({0, 0, -.036}, .06 * r, {.color = {.7, .1, .1}}, 10);
  return clock;
}

Solid DeskLamp(Random& random) {
  const Surface metal{.color = Vivid(random), .gloss = .4};
  Solid lamp;
  const std::array<Profile, 3> foot = {{{.085, 0}, {.08, .018}, {0, .022}}};
  lamp.Lathe({}, foot, metal);
  lamp.Rod({0, .02, 0}, {.05, .22, .02}, .009, metal);
  lamp.Rod({.05, .22, .02}, {-.06, .40, -.02}, .009, metal);
  const std::array<Profile, 3> shade = {{{.085, .31}, {.03, .42}, {0, .43}}};
  lamp.Lathe({-.09, 0, -.03}, shade, metal);
  const std::array<Profile, 2> bulb = {{{.08, .312}, {0, .312}}};
  lamp.Lathe({-.09, 0, -.03}, bulb, {.color = {1, .96, .80}, .glows = true});
  return lamp;
}

}  // namespace saccade::synth
