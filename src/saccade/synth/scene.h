#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/scene/category.h"
#include "saccade/scene/frame.h"
#include "saccade/synth/render.h"

namespace saccade::synth {

enum class SceneKind { kKitchen, kOffice, kDiningRoom, kBathroom, kLivingRoom, kStreet };
inline constexpr int kSceneKinds = 6;
std::string_view NameOf(SceneKind kind);

// What has no class of its own: posts, range hoods. The parser takes it for what is around it.
inline constexpr int kNoChannel = -1;

struct SceneObject {
  int channel = kNoChannel;  // belief channel: a thing or stuff
  Pose pose;                 // where it stands, metres
  Bounds extent;             // metres
};

// A place with things in it, seen by a camera. objects[i] is drawn by stage.parts[i].
struct Scene {
  SceneKind kind = SceneKind::kKitchen;
  std::vector<SceneObject> objects;
  Stage stage;

  // The objects of a category ("cup").
  std::vector<std::size_t> Of(std::string_view category) const;
};

// Where the camera may stand and how it may look, and how large it shows the target.
struct CameraRange {
  Vec3 low{-1.2, 1.2, -4};
  Vec3 high{1.2, 1.8, -1};
  double pitch_low = .1, pitch_high = .3;  // radians, down
  double yaw = .25;                        // to either side
  double smallest = .014;                  // share of the picture that the target's box takes
};

// A layout: fills a room or street for the search of `task` (0..17). The target is among the
// objects; there may be several of its kind, of which the caller keeps one. The spatial rules:
//   kitchen      oven, sink, refrigerator in a run of cabinets along the wall; the microwave on or
//                over the counter; bowls, bottles, cups, knives, toasters and fruit on the counter
//   office       a desk before the wall: screen or laptop at its back, keyboard before the screen,
//                mouse beside keyboard or laptop; cups, books, phones, plants and lamps beside them
//   dining room  plates around the table, forks at their left, knives at their right, cups behind;
//                bowls and bottles in the middle; chairs around the table
//   bathroom     toilet against the wall, sink on its cabinet under a mirror, towel beside
//   living room  television on a cabinet or couch along the wall, low table before it
//   street       cars on the road, stop signs and hydrants beside it, buildings and trees behind
// Clocks and pictures hang on walls, plants stand on floors, sills, tables.
struct Layout {
  Scene scene;
  CameraRange range;
};
Layout LayOut(SceneKind kind, int task, Random& random);

// Where a target may be searched for, with how often.
struct KindShare {
  SceneKind kind;
  double share;
};
std::vector<KindShare> KindsFor(int task);

// The paper's rules for a target (section 4.1): one instance; box over 1% and under 10% of the
// picture; box off the middle cell of a 5x5 grid. Further: at least `kLeastVisible` of the thing is
// seen, and none of it is cut off by the picture's edge.
inline constexpr double kSmallestTarget = .01;
inline constexpr double kLargestTarget = .10;
inline constexpr double kLeastVisible = .7;
bool BoxFollowsTargetRules(const BoxInImage& box);

// A scene for one search, drawn again until the rules hold. Throws Failure if they never do.
struct SearchScene {
  Scene scene;
  std::size_t target = 0;        // index of the object
  Raster<std::uint16_t> labels;  // index of the object at each pixel, kNoPart for none
  std::vector<std::optional<BoxInImage>> boxes;  // of what is seen of each object
};
SearchScene MakeSearchScene(int task, Random& random);

// Other targets of the same picture that follow the rules too: (task, object).
struct Findable {
  int task = 0;
  std::size_t object = 0;
};
std::vector<Findable> FindableTargets(const SearchScene& scene);

}  // namespace saccade::synth
