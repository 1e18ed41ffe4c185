#include "saccade/study/context_effect.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "saccade/search/hidden_channels.h"
#include "saccade/study/searcher_fixture.h"

namespace saccade {
namespace {

using testing::EmbeddedSearches;
using testing::SimulatedSearcher;

int Channel(const std::string& name) { return *ChannelOfName(name); }

// As the embedded people are on average.
const synth::Searcher kSearcher = {
    .subject = 1, .target = 26, .context = 12, .cost = 2, .inhibition = 8};

// The target is seen in the fovea alone: what leads there is its context, or chance.
std::vector<Search> TargetInFoveaAlone(std::vector<Search> searches) {
  for (Search& search : searches) {
    ChannelMask own;
    own.set(ChannelOfTask(search.task));
    const BeliefLayer sharp = search.Beliefs().sharp;
    Hide(search, own);
    search.variants = {std::make_shared<const PictureBeliefs>(
        PictureBeliefs{search.name, sharp, search.Beliefs().blurred})};
  }
  return searches;
}

// The class stands in the cells given, and nowhere else.
BeliefLayer With(const BeliefLayer& own, int channel, const CellSet& cells) {
  BeliefLayer layer;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    std::vector<BeliefEntry> entries;
    for (const BeliefEntry& entry : own.At(cell)) {
      if (entry.channel != channel) entries.push_back(entry);
    }
    if (cells.Contains(cell)) entries.push_back({static_cast<std::uint8_t>(channel), 1});
    std::ranges::sort(entries, {}, &BeliefEntry::channel);
    layer.entries.insert(layer.entries.end(), entries.begin(), entries.end());
    layer.offsets[cell + 1] = static_cast<std::uint32_t>(layer.entries.size());
  }
  return layer;
}

// The class stands in the target's place or, drawn for each picture, in any.
std::vector<Search> WithClass(std::vector<Search> searches, int channel, bool at_target) {
  Random random(1, "places");
  for (Search& search : searches) {
    BoxInImage box = *search.target;
    if (!at_target) {
      box.x = random.Uniform(0, kImageSize.width - box.width);
      box.y = random.Uniform(0, kImageSize.height - box.height);
    }
    const CellSet cells = CellsOverlapping(box);
    const PictureBeliefs& own = search.Beliefs();
    search.variants = {std::make_shared<const PictureBeliefs>(PictureBeliefs{
        own.name, With(own.sharp, channel, cells), With(own.blurred, channel, cells)})};
  }
  return searches;
}

const ContextEffect& Of(const std::vector<ContextEffect>& effects, const std::string& name) {
  return *std::ranges::find(effects, Channel(name), &ContextEffect::channel);
}

std::vector<ContextEffect> EffectsOn(const std::vector<Search>& searches,
                                     const synth::Searcher& searcher, int samples) {
  const ContextRun run =
      MeasureContext(SimulatedSearcher(searcher), searches, {.samples = samples, .seed = 4});
  return ContextEffects(searches.front().task, run.pictures, samples, 200, 0);
}

// The searchers were built with: a tv promises a keyboard (weight .8). In the embedded rooms it
// stands behind the keyboard, so it draws the eyes past it.
TEST(ContextEffects, FindWhatTheSimulatedSearchersWereBuiltWith) {
  const auto effects =
      EffectsOn(TargetInFoveaAlone(EmbeddedSearches("keyboard", 16).searches), kSearcher, 10);
  const ContextEffect& tv = Of(effects, "tv");
  EXPECT_GE(tv.pictures, 12u);
  EXPECT_LT(tv.effect, -.3);
  EXPECT_LT(tv.high, 0);
  EXPECT_LT(tv.p, .02);
  for (const ContextEffect& effect : effects) {
    EXPECT_GE(effect.effect, tv.effect) << Categories()[effect.channel].name;
  }
}

// A keyboard promises a mouse with the largest weight, 1. Put where the mouse is, it guides; put
// anywhere, it cannot.
TEST(ContextEffects, FindGuidanceWhereItWasPutAndNoneWhereItIsAnywhere) {
  const auto searches = TargetInFoveaAlone(EmbeddedSearches("mouse", 16).searches);
  const auto guided = EffectsOn(WithClass(searches, Channel("keyboard"), true), kSearcher, 10);
  const ContextEffect& guide = Of(guided, "keyboard");
  EXPECT_EQ(guide.pictures, 16u);
  EXPECT_GT(guide.effect, 1);
  EXPECT_LT(guide.p, .001);
  for (const ContextEffect& effect : guided) EXPECT_LE(effect.effect, guide.effect);

  const auto anywhere = EffectsOn(WithClass(searches, Channel("keyboard"), false), kSearcher, 10);
  EXPECT_EQ(Of(anywhere, "keyboard").pictures, 16u);
  EXPECT_LT(Of(anywhere, "keyboard").effect, guide.effect / 3);
  EXPECT_GT(Of(anywhere, "keyboard").p, .05);
}

// A class that promises nothing changes nothing: with matched random numbers not one scanpath.
TEST(ContextEffects, FindNothingInClassesWithoutAPromise) {
  const EmbeddedSearches data("mouse", 12);
  const ContextRun run =
      MeasureContext(SimulatedSearcher(kSearcher), data.searches, {.samples = 5});
  std::size_t without_promise = 0;
  for (const PictureContext& picture : run.pictures) {
    for (const auto& [channel, auc] : picture.without) {
      if (synth::ContextWeight(data.searches.front().task, channel) != 0) continue;
      EXPECT_EQ(auc, picture.with) << Categories()[channel].name;
      ++without_promise;
    }
  }
  EXPECT_GE(without_promise, 12u);
}

TEST(MeasureContext, SparesWhatNoScanpathCanSee) {
  // A clock in the sharp layer alone, in a corner that nobody looks at with one fixation.
  std::vector<float> sharp(kBeliefChannels * Grid::kCells), blurred = sharp;
  const auto put = [](std::vector<float>& maps, const char* name, Cell cell) {
    maps[Channel(name) * Grid::kCells + Grid::Index(cell)] = 1;
  };
  for (auto* maps : {&sharp, &blurred}) put(*maps, "bottle", {20, 10});
  put(sharp, "clock", {0, 0});
  put(sharp, "cup", {20, 11});
  put(blurred, "tv", {1, 1});
  Search search;
  search.task = *TaskIndex("bottle");
  search.name = "p.jpg";
  search.target = BoxInImage{320, 160, 16, 16};
  search.variants = {std::make_shared<const PictureBeliefs>(
      PictureBeliefs{"p.jpg", SparseFromDense(sharp), SparseFromDense(blurred)})};
  const ContextRun run =
      MeasureContext(SimulatedSearcher({.target = 1000}), std::vector{search}, {.samples = 3});
  ASSERT_EQ(run.pictures.size(), 1u);
  EXPECT_EQ(run.pictures[0].with, 6);  // found by the second fixation: six of the seven points
  EXPECT_EQ(run.spared, 1u);           // the clock
  EXPECT_EQ(run.searches, 3u);         // all there, without the cup, without the tv
  EXPECT_FALSE(run.pictures[0].without.contains(Channel("clock")));
  EXPECT_TRUE(run.pictures[0].without.contains(Channel("cup")));
  EXPECT_TRUE(run.pictures[0].without.contains(Channel("tv")));
}

// Two pictures: .4 of TFP-AUC more with the class in one, nothing in the other.
TEST(ContextEffects, AreMeansOverAllPicturesOfTheTarget) {
  const int cup = Channel("cup");
  const std::vector<PictureContext> pictures = {{"a", 5, {{cup, 4.6}}}, {"b", 6, {}}};
  const auto effects = ContextEffects(0, pictures, 10, 0, 0);
  EXPECT_EQ(effects.size(), 133u);
  EXPECT_NEAR(Of(effects, "cup").effect, .2, 1e-12);
  EXPECT_NEAR(Of(effects, "cup").where_present, .4, 1e-12);
  EXPECT_EQ(Of(effects, "cup").pictures, 1u);
  EXPECT_EQ(Of(effects, "cup").p, 1);
  EXPECT_EQ(Of(effects, "tv").pictures, 0u);
}

}  // namespace
}  // namespace saccade
