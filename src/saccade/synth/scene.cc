#include "saccade/synth/scene.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/synth/scene_builder.h"

namespace saccade::synth {
namespace {

constexpr double kPictureArea = kImageSize.width * kImageSize.height;
constexpr int kAttempts = 2000;
constexpr int kAttemptsAKind = 100;
constexpr int kShrink = 2;  // attempts are judged on a picture of half the size

// The box around points as the camera sees them; nothing when one is behind it.
std::optional<BoxInImage> ProjectedBox(std::span<const Vec3> points, const Camera& camera) {
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (const Vec3& point : points) {
    const Vec3 seen = camera.Seen(point);
    if (seen.z < .1) return std::nullopt;
    const PointInImage p = camera.Project(seen);
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  return BoxInImage{left, top, right - left, bottom - top};
}

std::array<Vec3, 8> Corners(const Bounds& bounds) {
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; ++i) {
    corners[i] = {i & 1 ? bounds.high.x : bounds.low.x, i & 2 ? bounds.high.y : bounds.low.y,
                  i & 4 ? bounds.high.z : bounds.low.z};
  }
  return corners;
}

std::vector<Vec3> Points(const Solid& solid) {
  std::vector<Vec3> points;
  for (const Triangle& triangle : solid.triangles()) {
    points.insert(points.end(), triangle.at.begin(), triangle.at.end());
  }
  return points;
}

bool InsidePicture(const BoxInImage& box) {
  return box.x >= 1 && box.y >= 1 && box.x + box.width <= kImageSize.width - 1 &&
         box.y + box.height <= kImageSize.height - 1;
}

bool Within(const Vec3& p, const Vec3& low, const Vec3& high) {
  return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z &&
         p.z <= high.z;
}

// How many things have their middle in the picture.
int ThingsInView(const Scene& scene, const Camera& camera) {
  int count = 0;
  for (const SceneObject& object : scene.objects) {
    if (object.channel == kNoChannel || object.channel >= kThingChannels) continue;
    const Vec3 seen = camera.Seen(object.extent.Center());
    if (seen.z < .1) continue;
    const PointInImage p = camera.Project(seen);
    count += 0 <= p.x && p.x < kImageSize.width && 0 <= p.y && p.y < kImageSize.height;
  }
  return count;
}

// A camera that shows the target at a size and place drawn at random; nothing when it would stand
// outside the range or break the target rules.
std::optional<Camera> TryCamera(std::span<const Vec3> points, const Bounds& extent,
                                const CameraRange& range, Random& random) {
  Camera camera;
  camera.yaw = random.Uniform(-range.yaw, range.yaw);
  camera.pitch = random.Uniform(range.pitch_low, range.pitch_high);
  camera.focal = random.Uniform(400, 520);
  const double share = std::exp(random.Uniform(std::log(range.smallest), std::log(.08)));
  const PointInImage where{random.Uniform(40, 472), random.Uniform(36, 284)};
  const std::array<Vec3, 8> corners = Corners(extent);
  double depth = 2;
  for (int i = 0; i < 3; ++i) {  // the box shrinks with the square of the depth, nearly
    camera.PutAt(extent.Center(), where, depth);
    const auto box = ProjectedBox(corners, camera);
    if (!box) return std::nullopt;
    depth *= std::sqrt(box->width * box->height / (share * kPictureArea));
  }
  camera.PutAt(extent.Center(), where, depth);
  if (!Within(camera.at, range.low, range.high)) return std::nullopt;
  const auto box = ProjectedBox(points, camera);
  if (!box || !InsidePicture(*box) || !BoxFollowsTargetRules(*box)) return std::nullopt;
  return camera;
}

// Of a few possible cameras takes the one that shows the most things: photographs are not taken of
// empty corners. False when none was found.
bool FrameTarget(Scene& scene, std::size_t target, const CameraRange& range, Random& random) {
  constexpr int kTries = 600, kChoices = 16;
  const std::vector<Vec3> points = Points(scene.stage.parts[target].solid);
  int found = 0, most = -1;
  for (int i = 0; i < kTries && found < kChoices; ++i) {
    const auto camera = TryCamera(points, scene.objects[target].extent, range, random);
    if (!camera) continue;
    ++found;
    const int things = ThingsInView(scene, *camera);
    if (things <= most) continue;
    most = things;
    scene.stage.camera = *camera;
  }
  return found > 0;
}

// Keeps one object of the channel and returns its index.
std::optional<std::size_t> KeepOne(Scene& scene, int channel, Random& random) {
  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    if (scene.objects[i].channel == channel) same.push_back(i);
  }
  if (same.empty()) return std::nullopt;
  const std::size_t kept = same[random.Below(same.size())];
  std::size_t index = kept;
  for (std::size_t k = same.size(); k-- > 0;) {
    if (same[k] == kept) continue;
    scene.objects.erase(scene.objects.begin() + static_cast<std::ptrdiff_t>(same[k]));
    scene.stage.parts.erase(scene.stage.parts.begin() + static_cast<std::ptrdiff_t>(same[k]));
    if (same[k] < kept) --index;
  }
  return index;
}

std::vector<std::optional<BoxInImage>> VisibleBoxes(const Raster<std::uint16_t>& labels,
                                                    std::size_t objects) {
  struct Range {
    int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1;
  };
  std::vector<Range> ranges(objects);
  for (int y = 0; y < labels.height; ++y) {
    for (int x = 0; x < labels.width; ++x) {
      if (labels.At(x, y) == kNoPart) continue;
      Range& range = ranges[labels.At(x, y)];
      range.left = std::min(range.left, x);
      range.right = std::max(range.right, x);
      range.top = std::min(range.top, y);
      range.bottom = std::max(range.bottom, y);
    }
  }
  std::vector<std::optional<BoxInImage>> boxes(objects);
  for (std::size_t i = 0; i < objects; ++i) {
    const Range& r = ranges[i];
    if (r.right < 0) continue;
    boxes[i] = BoxInImage{double(r.left), double(r.top), double(r.right - r.left + 1),
                          double(r.bottom - r.top + 1)};
  }
  return boxes;
}

double VisibleShare(const Scene& scene, const Raster<std::uint16_t>& labels, std::size_t object,
                    int shrink) {
  const int alone = PixelsAlone(scene.stage, object, shrink);
  const auto seen = std::ranges::count(labels.values, static_cast<std::uint16_t>(object));
  return alone > 0 ? static_cast<double>(seen) / alone : 0;
}

bool FollowsTargetRules(const SearchScene& scene, std::size_t object) {
  const auto& box = scene.boxes[object];
  return box && InsidePicture(*box) && BoxFollowsTargetRules(*box) &&
         VisibleShare(scene.scene, scene.labels, object, 1) >= kLeastVisible;
}

}  // namespace

std::string_view NameOf(SceneKind kind) {
  static constexpr std::array<std::string_view, kSceneKinds> kNames = {
      "kitchen", "office", "dining room", "bathroom", "living room", "street"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<std::size_t> Scene::Of(std::string_view category) const {
  const auto channel = ChannelOfName(category);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].channel == channel) found.push_back(i);
  }
  return found;
}

bool BoxFollowsTargetRules(const BoxInImage& box) {
  const double share = box.width * box.height / kPictureArea;
  if (share <= kSmallestTarget || share >= kLargestTarget) return false;
  const double left = .4 * kImageSize.width, right = .6 * kImageSize.width;
  const double top = .4 * kImageSize.height, bottom = .6 * kImageSize.height;
  return box.x + box.width <= left || box.x >= right || box.y + box.height <= top ||
         box.y >= bottom;
}

Layout LayOut(SceneKind kind, int task, Random& random) {
  switch (kind) {
    case SceneKind::kKitchen:
      return LayOutKitchen(task, random);
    case SceneKind::kOffice:
      return LayOutOffice(task, random);
    case SceneKind::kDiningRoom:
      return LayOutDiningRoom(task, random);
    case SceneKind::kBathroom:
      return LayOutBathroom(task, random);
    case SceneKind::kLivingRoom:
      return LayOutLivingRoom(task, random);
    case SceneKind::kStreet:
      return LayOutStreet(task, random);
  }
  throw Failure("unknown kind of scene");
}

std::vector<KindShare> KindsFor(int task) {
  using enum SceneKind;
  const std::string_view name = kTaskNames[task];
  if (name == "bottle") return {{kDiningRoom, .5}, {kKitchen, .3}, {kOffice, .2}};
  if (name == "bowl") return {{kDiningRoom, .5}, {kKitchen, .3}, {kLivingRoom, .2}};
  if (name == "cup") return {{kDiningRoom, .35}, {kOffice, .3}, {kKitchen, .2}, {kLivingRoom, .15}};
  if (name == "fork") return {{kDiningRoom, 1}};
  if (name == "knife") return {{kDiningRoom, .7}, {kKitchen, .3}};
  if (name == "chair") return {{kDiningRoom, .45}, {kOffice, .3}, {kLivingRoom, .25}};
  if (name == "clock") return {{kOffice, .3}, {kLivingRoom, .3}, {kKitchen, .2}, {kDiningRoom, .2}};
  if (name == "potted plant") {
    return {{kLivingRoom, .35}, {kDiningRoom, .2}, {kOffice, .2}, {kBathroom, .15}, {kKitchen, .1}};
  }
  if (name == "keyboard" || name == "mouse") return {{kOffice, 1}};
  if (name == "laptop") return {{kOffice, .6}, {kLivingRoom, .4}};
  if (name == "tv") return {{kOffice, .45}, {kLivingRoom, .55}};
  if (name == "microwave" || name == "oven") return {{kKitchen, 1}};
  if (name == "sink") return {{kKitchen, .5}, {kBathroom, .5}};
  if (name == "toilet") return {{kBathroom, 1}};
  return {{kStreet, 1}};
}

SearchScene MakeSearchScene(int task, Random& random) {
  const std::vector<KindShare> kinds = KindsFor(task);
  std::vector<double> shares;
  for (const KindShare& kind : kinds) shares.push_back(kind.share);
  SceneKind kind = kinds.front().kind;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    // Not chosen anew each time: kinds in which a target is hard to frame would be seldom.
    if (attempt % kAttemptsAKind == 0) kind = kinds[random.Choose(shares)].kind;
    Layout layout = LayOut(kind, task, random);
    const auto target = KeepOne(layout.scene, ChannelOfTask(task), random);
    if (!target || !FrameTarget(layout.scene, *target, layout.range, random)) continue;
    const auto rough = RenderLabels(layout.scene.stage, kShrink);
    if (VisibleShare(layout.scene, rough, *target, kShrink) < kLeastVisible) continue;
    SearchScene scene{std::move(layout.scene), *target, {}, {}};
    scene.labels = RenderLabels(scene.scene.stage);
    scene.boxes = VisibleBoxes(scene.labels, scene.scene.objects.size());
    if (FollowsTargetRules(scene, scene.target)) return scene;
  }
  throw Failure(fmt::format("no scene with a {} that follows the target rules in {} attempts",
                            kTaskNames[task], kAttempts));
}

std::vector<Findable> FindableTargets(const SearchScene& scene) {
  std::vector<Findable> targets;
  for (int task = 0; task < kTasks; ++task) {
    const std::vector<std::size_t> same = scene.scene.Of(kTaskNames[task]);
    if (same.size() == 1 && FollowsTargetRules(scene, same.front()))
      targets.push_back({task, same.front()});
  }
  return targets;
}

}  // namespace saccade::synth
