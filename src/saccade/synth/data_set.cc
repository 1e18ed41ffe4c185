#include "saccade/synth/data_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/beliefs/panoptic.h"

namespace saccade::synth {
namespace {

BeliefLayer LayerOf(const Parse& parse, const std::string& name) {
  return PanopticLayer(parse.ids, parse.segments, name, DownsampleRule::kCorner);
}

std::vector<TrueObject> SeenThings(const SearchScene& scene) {
  std::vector<TrueObject> things;
  for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
    const int channel = scene.scene.objects[i].channel;
    if (channel == kNoChannel || channel >= kThingChannels || !scene.boxes[i]) continue;
    things.push_back({channel, *scene.boxes[i]});
  }
  return things;
}

std::vector<SearchTask> PairsOf(const SearchScene& scene, int task, double second_target,
                                Random& random) {
  std::vector<SearchTask> pairs = {{task, *scene.boxes[scene.target]}};
  const bool wanted = random.Uniform() < second_target;
  std::vector<Findable> others = FindableTargets(scene);
  std::erase_if(others, [task](const Findable& other) { return other.task == task; });
  if (!wanted || others.empty()) return pairs;
  const Findable& second = others[random.Below(others.size())];
  pairs.push_back({second.task, *scene.boxes[second.object]});
  return pairs;
}

}  // namespace

void DataSetOptions::Check() const {
  if (pictures_per_task < 1 || pictures_per_task > 10000) {
    throw InputError(
        fmt::format("{} pictures a task cannot be made; give 1 to 10000", pictures_per_task));
  }
  const double sum = shares[0] + shares[1] + shares[2];
  if (std::ranges::any_of(shares, [](double s) { return !(s >= 0); }) || std::abs(sum - 1) > 1e-9) {
    throw InputError(
        fmt::format("the shares of train, valid and test are {}, {}, {}; they must "
                    "not be negative and add up to 1",
                    shares[0], shares[1], shares[2]));
  }
  if (enlarge < 1 || enlarge > 8) {
    throw InputError(fmt::format("pictures cannot be enlarged {} times; give 1 to 8", enlarge));
  }
  if (!(second_target >= 0 && second_target <= 1)) {
    throw InputError(fmt::format("the share of second targets is {}; it must lie between 0 and 1",
                                 second_target));
  }
}

namespace {

// Of a target's pictures. Where there are enough, no split that has a share is empty.
std::array<long, 3> SplitSizes(const DataSetOptions& options) {
  std::array<long, 3> sizes{};
  sizes[0] = std::lround(options.shares[0] * options.pictures_per_task);
  sizes[1] = std::lround(options.shares[1] * options.pictures_per_task);
  sizes[2] = options.pictures_per_task - sizes[0] - sizes[1];
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto most = std::ranges::max_element(sizes);
    if (options.shares[i] == 0 || sizes[i] > 0 || *most < 2) continue;
    --*most;
    ++sizes[i];
  }
  return sizes;
}

}  // namespace

std::string SplitOf(const DataSetOptions& options, int task, int number) {
  std::vector<int> order(options.pictures_per_task);
  std::iota(order.begin(), order.end(), 0);
  Random random(options.seed, "split", static_cast<std::uint64_t>(task));
  random.Shuffle(order);
  const auto rank = std::ranges::find(order, number) - order.begin();
  const auto [train, valid, test] = SplitSizes(options);
  return std::string(kSplitNames[rank < train ? 0 : rank < train + valid ? 1 : 2]);
}

SimulatedPicture MakePicture(const DataSetOptions& options, int index) {
  const int task = index % kTasks;
  const auto item = static_cast<std::uint64_t>(index);
  Random layout(options.seed, "layout", item);
  const SearchScene scene = MakeSearchScene(task, layout);

  SimulatedPicture picture;
  picture.id = index + 1;
  picture.name = fmt::format("{:012}.jpg", picture.id);
  picture.split = SplitOf(options, task, index / kTasks);
  picture.kind = scene.scene.kind;
  const std::uint64_t grain = layout();
  const Picture seen = RenderPicture(scene.scene.stage, grain);
  picture.things = SeenThings(scene);
  Random choice(options.seed, "pairs", item);
  picture.pairs = PairsOf(scene, task, options.second_target, choice);
  Random sharp(options.seed, "sharp", item), blurred(options.seed, "blurred", item);
  picture.sharp = ParsePicture(scene, seen, Sharpness::kSharp, sharp);
  picture.blurred = ParsePicture(scene, seen, Sharpness::kBlurred, blurred);
  picture.image =
      options.enlarge == 1 ? seen : RenderPicture(scene.scene.stage, grain, options.enlarge);
  picture.beliefs = {picture.name, LayerOf(picture.sharp, picture.name),
                     LayerOf(picture.blurred, picture.name)};
  return picture;
}

std::vector<TrialInDisplay> SearchPicture(const SimulatedPicture& picture,
                                          std::span<const Searcher> searchers, std::uint64_t seed) {
  std::vector<TrialInDisplay> trials;
  for (const SearchTask& pair : picture.pairs) {
    for (const Searcher& searcher : searchers) {
      const auto item = (static_cast<std::uint64_t>(picture.id) * kTasks + pair.task) * 64 +
                        static_cast<std::uint64_t>(searcher.subject);
      Random random(seed, "search", item);
      trials.push_back(Search(searcher, picture.beliefs, pair, random));
      trials.back().split = picture.split;
    }
  }
  return trials;
}

}  // namespace saccade::synth
