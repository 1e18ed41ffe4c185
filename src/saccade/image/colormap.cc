#include "saccade/image/colormap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace saccade {
namespace {

struct LinearRgb {
  double r, g, b;
  bool InGamut() const {
    constexpr double kSlack = 1e-4;
    return std::min({r, g, b}) >= -kSlack && std::max({r, g, b}) <= 1 + kSlack;
  }
};

// OKLab with a, b as chroma and hue (degrees); matrices from Ottosson's definition.
LinearRgb FromOklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue * std::numbers::pi / 180);
  const double b = chroma * std::sin(hue * std::numbers::pi / 180);
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

std::uint8_t Gamma(double x) {
  x = std::clamp(x, 0.0, 1.0);
  const double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * encoded));
}

// The colour, with as much of its chroma as a screen can show.
Color Oklch(double lightness, double chroma, double hue) {
  LinearRgb rgb = FromOklch(lightness, chroma, hue);
  while (!rgb.InGamut() && chroma > 0) {
    chroma -= 0.002;
    rgb = FromOklch(lightness, std::max(0.0, chroma), hue);
  }
  return {Gamma(rgb.r), Gamma(rgb.g), Gamma(rgb.b)};
}

constexpr int kSteps = 1024;

double Unit(double value) { return value > 0 ? std::min(value, 1.0) : 0.0; }  // NaN: 0

}  // namespace

Color HeatColor(double value) {
  static const auto table = [] {
    std::array<Color, kSteps + 1> colors;
    for (int i = 0; i <= kSteps; ++i) {
      const double t = static_cast<double>(i) / kSteps;
      // Violet 290 through red 385 = 25 to yellow 465 = 105 degrees.
      const double hue = 290 + 175 * t;
      // Inside the screen's gamut all along: cut colours would show as a kink.
      const double chroma = 0.04 + 0.5 * t * (1 - t) + 0.04 * t;
      colors[i] = Oklch(0.16 + 0.80 * t, chroma, hue);
    }
    return colors;
  }();
  return table[std::lround(Unit(value) * kSteps)];
}

Color ClassColor(int index) {
  // The golden angle spreads hues; two lightnesses alternate to part near ones.
  const double hue = std::fmod(137.508 * index + 20, 360);
  static constexpr double kLightness[] = {0.72, 0.55, 0.82};
  return Oklch(kLightness[((index % 3) + 3) % 3], 0.15, hue);
}

}  // namespace saccade
