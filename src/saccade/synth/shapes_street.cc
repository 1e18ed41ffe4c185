#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "saccade/synth/shapes.h"

namespace saccade::synth {
namespace {

using Profile = Solid::ProfilePoint;

constexpr Tint kRubber{.07, .07, .08};
constexpr Tint kPole{.55, .56, .58};

void Panel(Solid& solid, double x0, double y0, double x1, double y1, double z,
           const Surface& surface) {
  solid.Quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}, surface);
}

// A wheel whose outer side faces -z at `z`.
void Wheel(Solid& solid, double x, double radius, double z, double width) {
  solid.Rod({x, radius, z}, {x, radius, z + width}, radius, {.color = kRubber}, 18);
  solid.Disc({x, radius, z - .002}, radius, {.color = kRubber}, 18);
  solid.Disc({x, radius, z - .006}, .62 * radius, {.color = {.72, .73, .75}, .gloss = .5}, 14);
  solid.Disc({x, radius, z - .010}, .18 * radius, {.color = {.25, .25, .27}}, 8);
  solid.Disc({x, radius, z + width + .002}, radius, {.color = kRubber}, 18);
}

// A letter in a cell of width 1 and height 1.4, as bars {x0, y0, x1, y1}.
std::span<const std::array<double, 4>> Bars(char letter) {
  static constexpr std::array<std::array<double, 4>, 5> kS = {{{.05, 1.15, .95, 1.4},
                                                               {.05, .58, .30, 1.4},
                                                               {.05, .58, .95, .82},
                                                               {.70, 0, .95, .82},
                                                               {.05, 0, .95, .25}}};
  static constexpr std::array<std::array<double, 4>, 2> kT = {
      {{0, 1.15, 1, 1.4}, {.37, 0, .63, 1.4}}};
  static constexpr std::array<std::array<double, 4>, 4> kO = {
      {{.05, 0, .30, 1.4}, {.70, 0, .95, 1.4}, {.05, 1.15, .95, 1.4}, {.05, 0, .95, .25}}};
  static constexpr std::array<std::array<double, 4>, 4> kP = {
      {{.05, 0, .30, 1.4}, {.05, 1.15, .95, 1.4}, {.05, .55, .95, .79}, {.70, .55, .95, 1.4}}};
  switch (letter) {
    case 'S':
      return kS;
    case 'T':
      return kT;
    case 'O':
      return kO;
    default:
      return kP;
  }
}

std::vector<Vec3> Octagon(double radius, double y, double z) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    const double angle = std::numbers::pi * (i / 4.0 + .125);
    corners.push_back({radius * std::cos(angle), y + radius * std::sin(angle), z});
  }
  return corners;
}

}  // namespace

Solid Car(Random& random) {
  const Tint tint = random.Uniform() < .35 ? Vary({.82, .83, .85}, .06, random) : Vivid(random);
  const Surface paint{.color = tint, .gloss = .6};
  const Surface glass{.color = {.16, .20, .25}, .gloss = .7};
  const double l = random.Uniform(2.0, 2.2), w = .85, roof = random.Uniform(1.40, 1.55);
  Solid car;
  const std::array<std::array<double, 2>, 8> body = {{{-l, .35},
                                                      {-l + .05, .22},
                                                      {l - .05, .22},
                                                      {l, .35},
                                                      {l - .04, .72},
                                                      {l - .35, .90},
                                                      {-l + .15, .92},
                                                      {-l, .80}}};
  car.Prism(body, -w, w, paint);
  // The cabin is narrower than the body, with a slanted windscreen and rear window.
  const double f0 = l - .75, f1 = l - 1.45, r0 = -l + .30, r1 = -l + .85, cw = w - .06,
               rw = w - .20;
  const auto side = [&](double z_low, double z_high) {
    car.Quad({r0, .90, z_low}, {f0, .90, z_low}, {f1, roof, z_high}, {r1, roof, z_high}, paint);
  };
  side(-cw, -rw);
  side(cw, rw);
  car.Quad({r1, roof, -rw}, {f1, roof, -rw}, {f1, roof, rw}, {r1, roof, rw}, paint);
  car.Quad({f0, .90, -cw}, {f0, .90, cw}, {f1, roof, rw}, {f1, roof, -rw}, glass);
  car.Quad({r0, .90, -cw}, {r0, .90, cw}, {r1, roof, rw}, {r1, roof, -rw}, glass);
  for (const double s : {-1.0, 1.0}) {
    const auto pane = [&](double x0, double x1, double top0, double top1) {
      const double low = .95, high = roof - .07, z0 = s * (cw - .005), z1 = s * (rw + .018);
      car.Quad({x0, low, z0 + s * .012}, {x1, low, z0 + s * .012}, {top1, high, z1 + s * .012},
               {top0, high, z1 + s * .012}, glass);
    };
    const double middle = (f1 + r1) / 2;
    pane(middle + .04, f0 - .15, middle + .04, f1 - .02);
    pane(r0 + .18, middle - .04, r1 + .05, middle - .04);
    for (const double x : {middle, f0 - .05}) {  // gaps of the doors
      Panel(car, x - .006, .38, x + .006, .90, s * (w + .003), {.color = tint * .55});
    }
    Panel(car, middle + .10, .76, middle + .28, .79, s * (w + .004), {.color = tint * .45});
    Wheel(car, -l + .75, .31, s < 0 ? -w - .01 : w - .21, .22);
    Wheel(car, l - .75, .31, s < 0 ? -w - .01 : w - .21, .22);
  }
  for (const double z : {-.60, .60}) {
    car.Ball({l - .03, .62, z}, {.05, .08, .16}, {.color = {.98, .97, .88}, .gloss = .8}, 10);
    car.Ball({-l + .03, .72, z}, {.05, .08, .14}, {.color = {.80, .10, .08}, .gloss = .5}, 10);
  }
  car.Box({l - .02, .30, -.7}, {l + .04, .44, .7}, {.color = {.20, .20, .22}});
  car.Box({-l - .04, .30, -.7}, {-l + .02, .44, .7}, {.color = {.20, .20, .22}});
  car.Quad({-l - .042, .50, -.18}, {-l - .042, .50, .18}, {-l - .042, .62, .18},
           {-l - .042, .62, -.18}, {.color = {.95, .95, .90}});
  return car;
}

Solid Truck(Random& random) {
  Solid truck;
  const Surface paint{.color = Vivid(random), .gloss = .4};
  truck.Box({-2.6, .8, -1.15}, {1.3, 3.1, 1.15}, {.color = {.90, .90, .88}});
  Panel(truck, -2.2, 1.6, .9, 2.2, -1.16, {.color = paint.color});
  truck.Box({1.35, .5, -1.05}, {2.8, 2.3, 1.05}, paint);
  Panel(truck, 1.7, 1.45, 2.6, 2.1, -1.06, {.color = {.16, .20, .25}, .gloss = .6});
  truck.Box({-2.6, .5, -.9}, {2.6, .8, .9}, {.color = {.2, .2, .21}});
  for (const double x : {-1.8, -.9, 2.0}) Wheel(truck, x, .46, -1.1, .3);
  return truck;
}

Solid SignPost(double height) {
  Solid post;
  post.Box({-.04, 0, .01}, {.04, height, .06}, {.color = kPole, .gloss = .2});
  return post;
}

Solid StopSign(Random& random) {
  Solid sign;
  const double r = .42;
  sign.Polygon(Octagon(r, 0, .005), {.color = {.60, .60, .62}});
  sign.Polygon(Octagon(r, 0, -.006), {.color = {.96, .96, .95}});
  sign.Polygon(Octagon(.92 * r, 0, -.012), {.color = Vary({.76, .07, .09}, .03, random)});
  constexpr std::string_view kText = "STOP";
  const double letter = .125, gap = .155;
  for (int i = 0; i < 4; ++i) {
    const double left = -2 * gap + .015 + gap * i, bottom = -.7 * letter;
    for (const auto& [x0, y0, x1, y1] : Bars(kText[i])) {
      Panel(sign, left + x0 * letter, bottom + y0 * letter, left + x1 * letter,
            bottom + y1 * letter, -.018, {.color = {.97, .97, .96}});
    }
  }
  return sign;
}

Solid TrafficLight(Random& random) {
  Solid light;
  light.Rod({0, 0, .1}, {0, 3.1, .1}, .06, {.color = {.30, .31, .33}});
  light.Box({-.17, 2.4, -.12}, {.17, 3.3, .08}, {.color = {.16, .17, .15}});
  const auto on = random.Below(3);
  static constexpr std::array<Tint, 3> kLamps = {
      {{.20, .90, .40}, {.98, .80, .20}, {.95, .15, .12}}};
  for (std::size_t i = 0; i < 3; ++i) {
    light.Disc({0, 2.56 + .29 * static_cast<double>(i), -.13}, .11,
               {.color = kLamps[i] * (i == on ? 1.0 : .3), .glows = i == on}, 14);
  }
  return light;
}

Solid FireHydrant(Random& random) {
  const Surface paint{.color = random.Uniform() < .6 ? Tint{.80, .16, .12} : Tint{.92, .74, .14},
                      .gloss = .3};
  Solid hydrant;
  const std::array<Profile, 9> wall = {{{.17, 0},
                                        {.17, .05},
                                        {.12, .06},
                                        {.12, .50},
                                        {.16, .52},
                                        {.16, .56},
                                        {.13, .60},
                                        {.08, .70},
                                        {0, .74}}};
  hydrant.Lathe({}, wall, paint);
  hydrant.Rod({-.22, .42, 0}, {.22, .42, 0}, .055, paint, 10);
  hydrant.Rod({0, .40, -.2}, {0, .40, 0}, .07, paint, 10);
  hydrant.Disc({0, .40, -.201}, .07, {.color = {.6, .6, .6}}, 10);
  return hydrant;
}

Solid Bench(Random& random) {
  const Surface wood{.color = Vary({.52, .33, .18}, .04, random)};
  const Surface iron{.color = {.15, .16, .17}};
  Solid bench;
  for (int i = 0; i < 4; ++i)
    bench.Box({-.8, .43, -.22 + .12 * i}, {.8, .46, -.13 + .12 * i}, wood);
  for (int i = 0; i < 3; ++i) bench.Box({-.8, .55 + .13 * i, .26}, {.8, .64 + .13 * i, .29}, wood);
  for (const double x : {-.65, .65}) {
    bench.Rod({x, 0, -.18}, {x, .44, -.18}, .025, iron);
    bench.Rod({x, 0, .25}, {x, .92, .30}, .025, iron);
  }
  return bench;
}

Solid ParkingMeter(Random& random) {
  Solid meter;
  const Tint tint = Vary({.42, .44, .48}, .05, random);
  meter.Rod({0, 0, 0}, {0, 1.1, 0}, .04, {.color = kPole});
  meter.Box({-.11, 1.08, -.07}, {.11, 1.36, .07}, {.color = tint});
  meter.Ball({0, 1.36, 0}, {.11, .10, .07}, {.color = tint}, 12);
  meter.Disc({0, 1.36, -.075}, .06, {.color = {.85, .88, .84}}, 12);
  return meter;
}

Solid Tree(Random& random) {
  Solid tree;
  const double trunk = random.Uniform(1.4, 2.2), size = random.Uniform(1.1, 1.7);
  const Tint bark{.36, .26, .18};
  tree.Rod({0, 0, 0}, {0, trunk + .6, 0}, .13,
           {.color = bark, .pattern = Pattern::kSpeckle, .second = bark * .6, .scale = .08}, 10);
  const Tint green = Vary({.24, .46, .18}, .06, random);
  for (int i = 0; i < 9; ++i) {
    const Vec3 at{random.Uniform(-.75, .75) * size, trunk + size * random.Uniform(.3, 1.5),
                  random.Uniform(-.6, .6) * size};
    const double r = size * random.Uniform(.42, .65);
    tree.Ball(at, {r, .85 * r, r},
              {.color = green * random.Uniform(.85, 1.25),
               .pattern = Pattern::kSpeckle,
               .second = green * .55,
               .scale = .09},
              12);
  }
  return tree;
}

Solid Building(double width, double height, double depth, Random& random) {
  static constexpr std::array<Tint, 4> kWalls = {
      {{.62, .36, .28}, {.78, .72, .62}, {.60, .62, .66}, {.72, .58, .44}}};
  const Tint wall = Vary(kWalls[random.Below(kWalls.size())], .04, random);
  const bool brick = random.Uniform() < .6;
  const Surface face{.color = wall,
                     .pattern = brick ? Pattern::kBricks : Pattern::kPlain,
                     .second = wall * .78,
                     .scale = .18};
  Solid building;
  building.Box({-width / 2, 0, 0}, {width / 2, height, depth}, face);
  building.Box({-width / 2 - .1, height - .25, -.15}, {width / 2 + .1, height, 0},
               {.color = wall * .8});
  const int columns = std::max(2, static_cast<int>(width / 1.7)),
            floors = std::max(2, static_cast<int>(height / 2.8));
  const double step = width / columns, storey = height / floors;
  for (int f = 1; f < floors; ++f) {
    for (int c = 0; c < columns; ++c) {
      const double x = -width / 2 + (c + .5) * step, y = f * storey + .7;
      Panel(building, x - .5, y - .08, x + .5, y + 1.45, -.02, {.color = {.90, .90, .87}});
      Panel(building, x - .42, y, x + .42, y + 1.37, -.04,
            {.color = Vary({.34, .44, .54}, .06, random), .gloss = .4});
      Panel(building, x - .025, y, x + .025, y + 1.37, -.05, {.color = {.90, .90, .87}});
    }
  }
  // The ground floor: a shop window, an awning and a door.
  const Tint cloth = Vivid(random);
  Panel(building, -.42 * width, .4, .18 * width, 2.1, -.03,
        {.color = {.25, .33, .38}, .gloss = .5});
  Panel(building, .26 * width, 0, .26 * width + 1.0, 2.2, -.03,
        {.color = Vary({.35, .22, .16}, .1, random)});
  building.Quad(
      {-.45 * width, 2.2, -.9}, {.21 * width, 2.2, -.9}, {.21 * width, 2.75, -.02},
      {-.45 * width, 2.75, -.02},
      {.color = cloth, .pattern = Pattern::kStripes, .second = {.94, .93, .90}, .scale = .3});
  return building;
}

Solid House(double width, Random& random) {
  const Tint wall = Vary({.88, .82, .70}, .08, random), roof = Vary({.55, .26, .20}, .06, random);
  const double w = width / 2;
  Solid house;
  house.Box({-w, 0, 0}, {w, 2.9, 6}, {.color = wall});
  house.Quad({-w - .4, 2.8, -.5}, {w + .4, 2.8, -.5}, {w + .4, 5.0, 3}, {-w - .4, 5.0, 3},
             {.color = roof, .pattern = Pattern::kBricks, .second = roof * .7, .scale = .28});
  house.Box({.5 * w, 4, 1.2}, {.5 * w + .6, 5.6, 1.8}, {.color = {.55, .35, .28}});
  Panel(house, -.12 * width, 0, -.12 * width + 1.0, 2.1, -.03, {.color = Vivid(random)});
  for (const double x : {-.33 * width, .15 * width, .33 * width}) {
    Panel(house, x - .62, .9, x + .62, 2.1, -.03, {.color = {.95, .95, .93}});
    Panel(house, x - .54, .98, x - .03, 2.02, -.04, {.color = {.40, .52, .62}, .gloss = .4});
    Panel(house, x + .03, .98, x + .54, 2.02, -.04, {.color = {.40, .52, .62}, .gloss = .4});
  }
  return house;
}

Solid Fence(double length, Random& random) {
  const Surface wood{.color = Vary({.88, .86, .80}, .05, random)};
  Solid fence;
  for (const double y : {.30, .75})
    fence.Box({-length / 2, y, 0}, {length / 2, y + .08, .03}, wood);
  for (double x = -length / 2; x < length / 2; x += .2) {
    fence.Box({x, .05, -.025}, {x + .11, 1.0, 0}, wood);
  }
  return fence;
}

}  // namespace saccade::synth
