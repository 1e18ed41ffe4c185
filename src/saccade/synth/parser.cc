#include "saccade/synth/parser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

namespace saccade::synth {
namespace {

constexpr int kSmallestThing = 16;      // pixels; what is smaller is never found
constexpr int kSmallestProposal = 100;  // pixels

struct Appearance {
  int area = 0;
  double contrast = 0;
};

// Visible area and contrast of every object: the mean colour of its pixels against that of the
// pixels a few steps outside.
std::vector<Appearance> Appearances(const Raster<std::uint16_t>& labels, const Picture& picture,
                                    std::size_t objects) {
  constexpr int kStep = 5;
  struct Sums {
    std::array<double, 3> inside{}, around{};
    int inside_count = 0, around_count = 0;
  };
  std::vector<Sums> sums(objects);
  const auto add = [&picture](std::array<double, 3>& sum, int x, int y) {
    for (int c = 0; c < 3; ++c) sum[c] += picture.At(x, y)[c];
  };
  for (int y = 0; y < labels.height; ++y) {
    for (int x = 0; x < labels.width; ++x) {
      const std::uint16_t label = labels.At(x, y);
      if (label == kNoPart) continue;
      Sums& own = sums[label];
      add(own.inside, x, y);
      ++own.inside_count;
      for (const auto& [dx, dy] : {std::array{-kStep, 0}, std::array{kStep, 0},
                                   std::array{0, -kStep}, std::array{0, kStep}}) {
        const int nx = x + dx, ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= labels.width || ny >= labels.height) continue;
        if (labels.At(nx, ny) == label) continue;
        add(own.around, nx, ny);
        ++own.around_count;
      }
    }
  }
  std::vector<Appearance> appearances(objects);
  for (std::size_t i = 0; i < objects; ++i) {
    appearances[i].area = sums[i].inside_count;
    if (sums[i].inside_count == 0 || sums[i].around_count == 0) continue;
    double difference = 0;
    for (int c = 0; c < 3; ++c) {
      difference += std::abs(sums[i].inside[c] / sums[i].inside_count -
                             sums[i].around[c] / sums[i].around_count) /
                    3;
    }
    appearances[i].contrast = std::min(1.0, difference / 80);
  }
  return appearances;
}

double RoundedScore(double score) { return std::round(1e4 * score) / 1e4; }

// What the parser says of one object; nothing when it is missed.
struct Verdict {
  int channel = kNoChannel;
  double score = 1;
};

Verdict JudgeThing(int channel, const Appearance& seen, Sharpness sharpness, Random& random) {
  const double evidence = Evidence(std::sqrt(seen.area), seen.contrast, sharpness);
  const bool sharp = sharpness == Sharpness::kSharp;
  const double found = random.Uniform(), mistaken = random.Uniform(), luck = random.Uniform();
  const std::vector<int> alike = Lookalikes(channel);
  const int other = alike.empty() ? channel : alike[random.Below(alike.size())];
  if (seen.area < kSmallestThing) return {};
  if (found >= evidence) {
    // Half of what is not found is still proposed, with a score that says so.
    const bool proposed = seen.area >= kSmallestProposal && luck < .5;
    if (!proposed) return {};
    return {mistaken < .3 ? other : channel, RoundedScore(.1 + .2 * luck)};
  }
  const double doubt = 1 - evidence;
  const bool confused = mistaken < (sharp ? .01 + .15 * doubt : .06 + .75 * doubt);
  double score =
      sharp ? .5 + .49 * evidence * (.6 + .4 * luck) : .2 + .75 * evidence * (.6 + .4 * luck);
  if (confused) score *= .75;
  return {confused ? other : channel, RoundedScore(std::max(score, sharp ? .5 : .2))};
}

int JudgeStuff(int channel, Sharpness sharpness, Random& random) {
  static constexpr std::array<std::array<std::string_view, 2>, 7> kAlike = {
      {{"wall-other-merged", "wall-tile"},
       {"floor-wood", "floor-other-merged"},
       {"counter", "cabinet-merged"},
       {"road", "pavement-merged"},
       {"building-other-merged", "house"},
       {"table-merged", "cabinet-merged"},
       {"curtain", "wall-other-merged"}}};
  const double mistaken = random.Uniform();
  if (mistaken >= (sharpness == Sharpness::kSharp ? .02 : .10)) return channel;
  for (const auto& [a, b] : kAlike) {
    if (channel == ChannelOfName(a)) return *ChannelOfName(b);
    if (channel == ChannelOfName(b)) return *ChannelOfName(a);
  }
  return channel;
}

// Every object's verdict becomes a segment: things one each, stuff one a class. Returns the segment
// of each object, 0 for those that are missed.
std::vector<std::uint32_t> Judge(const SearchScene& scene, const std::vector<Appearance>& seen,
                                 Sharpness sharpness, Random& random,
                                 std::vector<PanopticSegment>& segments) {
  std::vector<std::uint32_t> segment_of(scene.scene.objects.size(), 0);
  std::map<int, std::uint32_t> stuff;
  const auto open = [&](int channel, double score) {
    const auto id = static_cast<std::uint32_t>(segments.size()) + 1;
    segments.push_back({.id = id, .channel = channel, .score = static_cast<float>(score)});
    return id;
  };
  for (std::size_t i = 0; i < segment_of.size(); ++i) {
    const int channel = scene.scene.objects[i].channel;
    if (channel == kNoChannel || seen[i].area == 0) continue;
    if (channel < kThingChannels) {
      const Verdict verdict = JudgeThing(channel, seen[i], sharpness, random);
      if (verdict.channel != kNoChannel) segment_of[i] = open(verdict.channel, verdict.score);
      continue;
    }
    const auto known = stuff.find(channel);
    if (known != stuff.end()) {
      segment_of[i] = known->second;
      continue;
    }
    const int judged = JudgeStuff(channel, sharpness, random);
    // Two classes taken for one are one region.
    const auto merged = stuff.find(judged);
    segment_of[i] = merged != stuff.end() ? merged->second : open(judged, 1);
    stuff[channel] = segment_of[i];
    stuff[judged] = segment_of[i];
  }
  return segment_of;
}

// Gives every pixel without a segment that of the nearest pixel with one (city-block distance).
void FillFromAround(Raster<std::uint32_t>& ids) {
  const auto for_neighbours = [&ids](int i, const auto& visit) {
    const int x = i % ids.width, y = i / ids.width;
    if (x > 0) visit(i - 1);
    if (x + 1 < ids.width) visit(i + 1);
    if (y > 0) visit(i - ids.width);
    if (y + 1 < ids.height) visit(i + ids.width);
  };
  std::vector<int> front, next;
  for (int i = 0; i < static_cast<int>(ids.values.size()); ++i) {
    if (ids.values[i] != 0) continue;
    for_neighbours(i, [&](int near) {
      if (ids.values[near] != 0) front.push_back(near);
    });
  }
  while (!front.empty()) {
    next.clear();
    for (const int i : front) {
      for_neighbours(i, [&](int near) {
        if (ids.values[near] != 0) return;
        ids.values[near] = ids.values[i];
        next.push_back(near);
      });
    }
    std::swap(front, next);
  }
}

// A smooth random displacement of up to `reach` pixels.
class Displacement {
 public:
  Displacement(double reach, Random& random) {
    for (auto& [dx, dy] : knots_) {
      dx = random.Uniform(-reach, reach);
      dy = random.Uniform(-reach, reach);
    }
  }

  std::array<double, 2> At(int x, int y) const {
    const int i = x / kSpacing, j = y / kSpacing;
    const double s = static_cast<double>(x % kSpacing) / kSpacing;
    const double t = static_cast<double>(y % kSpacing) / kSpacing;
    std::array<double, 2> sum{};
    for (int k = 0; k < 2; ++k) {
      sum[k] = (Knot(i, j)[k] * (1 - s) + Knot(i + 1, j)[k] * s) * (1 - t) +
               (Knot(i, j + 1)[k] * (1 - s) + Knot(i + 1, j + 1)[k] * s) * t;
    }
    return sum;
  }

 private:
  static constexpr int kSpacing = 16;
  static constexpr int kAcross = 512 / kSpacing + 1, kDown = 320 / kSpacing + 1;
  const std::array<double, 2>& Knot(int i, int j) const { return knots_[j * kAcross + i]; }

  std::array<std::array<double, 2>, std::size_t{kAcross} * kDown> knots_;
};

Raster<std::uint32_t> Displaced(const Raster<std::uint32_t>& ids, double reach, Random& random) {
  const Displacement field(reach, random);
  Raster<std::uint32_t> moved(ids.width, ids.height);
  for (int y = 0; y < ids.height; ++y) {
    for (int x = 0; x < ids.width; ++x) {
      const auto [dx, dy] = field.At(x, y);
      moved.At(x, y) = ids.At(std::clamp(static_cast<int>(std::lround(x + dx)), 0, ids.width - 1),
                              std::clamp(static_cast<int>(std::lround(y + dy)), 0, ids.height - 1));
    }
  }
  return moved;
}

// The id that nine pixels around each place agree on most (its own among equals): thin parts
// vanish.
Raster<std::uint32_t> MostFrequentAround(const Raster<std::uint32_t>& ids) {
  constexpr int kStep = 3;
  Raster<std::uint32_t> smooth = ids;
  for (int y = kStep; y < ids.height - kStep; ++y) {
    for (int x = kStep; x < ids.width - kStep; ++x) {
      std::array<std::uint32_t, 9> near;
      int count = 0;
      for (int dy = -kStep; dy <= kStep; dy += kStep) {
        for (int dx = -kStep; dx <= kStep; dx += kStep) near[count++] = ids.At(x + dx, y + dy);
      }
      std::uint32_t best = ids.At(x, y);
      auto most = std::ranges::count(near, best);
      if (most > 4) continue;  // nothing else can be more frequent
      for (const std::uint32_t id : near) {
        const auto votes = std::ranges::count(near, id);
        if (votes > most) {
          most = votes;
          best = id;
        }
      }
      smooth.At(x, y) = best;
    }
  }
  return smooth;
}

// Drops what is too small; its pixels go to what is around it.
void DropSmall(Parse& parse, int smallest_stuff) {
  MeasureSegments(parse.ids, parse.segments);
  std::vector<bool> kept(parse.segments.size() + 1, true);
  for (const PanopticSegment& s : parse.segments) {
    kept[s.id] = s.area >= (s.is_thing() ? kSmallestThing : smallest_stuff);
  }
  for (std::uint32_t& id : parse.ids.values) {
    if (!kept[id]) id = 0;
  }
  FillFromAround(parse.ids);
  MeasureSegments(parse.ids, parse.segments);
  std::erase_if(parse.segments, [&](const PanopticSegment& s) { return !kept[s.id]; });
}

}  // namespace

std::vector<int> Lookalikes(int channel) {
  static constexpr std::array<std::array<std::string_view, 5>, 14> kGroups = {{
      {"cup", "bowl", "bottle", "wine glass", "vase"},
      {"mouse", "cell phone", "remote"},
      {"fork", "knife", "spoon"},
      {"tv", "laptop", "microwave"},
      {"keyboard", "remote", "laptop"},
      {"oven", "refrigerator", "microwave"},
      {"chair", "couch", "bench"},
      {"sink", "toilet"},
      {"car", "truck"},
      {"stop sign", "traffic light", "parking meter"},
      {"clock", "frisbee", "stop sign"},
      {"potted plant", "vase"},
      {"apple", "orange"},
      {"toaster", "microwave", "suitcase"},
  }};
  const std::string_view name = Categories()[channel].name;
  std::vector<int> alike;
  for (const auto& group : kGroups) {
    if (std::ranges::find(group, name) == group.end()) continue;
    for (const std::string_view other : group) {
      if (!other.empty() && other != name) alike.push_back(*ChannelOfName(other));
    }
  }
  std::ranges::sort(alike);
  // clang 14 has no ranges::unique.
  alike.erase(std::unique(alike.begin(), alike.end()), alike.end());
  return alike;
}

double Evidence(double side, double contrast, Sharpness sharpness) {
  const double effective = side * (.6 + .4 * contrast);
  return sharpness == Sharpness::kSharp ? 1 / (1 + std::exp(-(effective - 5.5) / 1.8))
                                        : 1 / (1 + std::exp(-(effective - 16.5) / 5));
}

Parse ParsePicture(const SearchScene& scene, const Picture& picture, Sharpness sharpness,
                   Random& random) {
  const bool sharp = sharpness == Sharpness::kSharp;
  const auto seen = Appearances(scene.labels, picture, scene.scene.objects.size());
  Parse parse;
  const auto segment_of = Judge(scene, seen, sharpness, random, parse.segments);
  parse.ids = Raster<std::uint32_t>(scene.labels.width, scene.labels.height, 0);
  for (std::size_t i = 0; i < parse.ids.values.size(); ++i) {
    const std::uint16_t label = scene.labels.values[i];
    if (label != kNoPart) parse.ids.values[i] = segment_of[label];
  }
  FillFromAround(parse.ids);
  if (!sharp) parse.ids = MostFrequentAround(parse.ids);
  parse.ids = Displaced(parse.ids, sharp ? 1.2 : 4, random);
  DropSmall(parse, sharp ? 256 : 1024);
  return parse;
}

}  // namespace saccade::synth
