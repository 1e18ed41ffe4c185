#include "saccade/study/context_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "saccade/base/error.h"
#include "saccade/study/searcher_fixture.h"

namespace saccade {
namespace {

using testing::EmbeddedSearches;
using testing::SimulatedSearcher;

int Channel(const std::string& name) { return *ChannelOfName(name); }

// A model whose map is made from the class "keyboard" alone: even, and where `draws` says that it
// is drawn to, a tenth of all.
class Drawn : public ScanpathModel {
 public:
  explicit Drawn(std::function<Cell(const ContextObject&)> draws) : draws_(std::move(draws)) {}
  std::string name() const override { return "drawn"; }
  std::vector<TrialInImage> Predict(std::span<const Search>, const PredictOptions&) const override {
    return {};
  }
  std::vector<double> NextFixation(const Search& search, std::span<const Cell>) const override {
    std::vector<double> map(Grid::kCells, 1.0 / Grid::kCells);
    if (const auto object = FindObject(search.Beliefs(), Channel("keyboard"))) {
      for (double& p : map) p *= .9;
      map[Grid::Index(draws_(*object))] += .1;
    }
    return map;
  }

 private:
  std::function<Cell(const ContextObject&)> draws_;
};

// Twelve pictures with a keyboard of 3x1 cells, each in another place.
std::vector<Search> Keyboards() {
  std::vector<Search> searches;
  Random random(5, "keyboards");
  for (int i = 0; i < 12; ++i) {
    std::vector<float> maps(kBeliefChannels * Grid::kCells);
    const Cell at{4 + static_cast<int>(random.Below(22)), 4 + static_cast<int>(random.Below(12))};
    for (int c = 0; c < 3; ++c) {
      maps[Channel("keyboard") * Grid::kCells + Grid::Index({at.column + c, at.row})] = 1;
    }
    Search& search = searches.emplace_back();
    search.task = *TaskIndex("mouse");
    search.name = std::to_string(i);
    const BeliefLayer layer = SparseFromDense(maps);
    search.variants = {std::make_shared<const PictureBeliefs>(PictureBeliefs{"p", layer, layer})};
  }
  return searches;
}

MeanContextMap Found(const ScanpathModel& model, const std::vector<Search>& searches,
                     const std::string& channel = "keyboard") {
  return MeanOf(ContextMaps(model, searches, Channel(channel)), 0, 500);
}

TEST(FindObject, IsTheHeaviestConnectedPartWithItsCentre) {
  std::vector<float> maps(kBeliefChannels * Grid::kCells);
  float* cup = &maps[Channel("cup") * Grid::kCells];
  cup[Grid::Index({2, 2})] = 1;
  cup[Grid::Index({3, 3})] = 1;  // touches at a corner
  cup[Grid::Index({20, 10})] = .9f;
  const BeliefLayer layer = SparseFromDense(maps);
  const auto object = FindObject({"p", {}, layer}, Channel("cup"));
  ASSERT_TRUE(object);
  EXPECT_EQ(object->cells.size(), 2);
  EXPECT_EQ(object->column, 2.5);
  EXPECT_EQ(object->row, 2.5);
  EXPECT_FALSE(FindObject({"p", {}, layer}, Channel("tv")));
}

TEST(ContextMap, SaysWhichSideOfTheObjectDrawsTheEyes) {
  const Drawn right([](const ContextObject& object) {
    return Cell{static_cast<int>(object.column) + 3, static_cast<int>(object.row)};
  });
  const MeanContextMap found = Found(right, Keyboards());
  EXPECT_EQ(found.pictures, 12u);
  EXPECT_NEAR(found.moved, .1, .002);
  EXPECT_GT(found.right, .08);
  EXPECT_LT(found.right_p, .001);
  EXPECT_LT(std::abs(found.above), .02);
  // In the object's own frame it is three cells to the right of the middle.
  const int middle = kFrameColumns * kReachRows + kReachColumns;
  EXPECT_NEAR(found.frame[middle + 3], .1, .002);
  EXPECT_NEAR(found.frame[middle], -.1 / Grid::kCells, 1e-9);
}

TEST(ContextMap, FindsNoPlaceWhereTheMapHasNothingToDoWithTheObject) {
  const Drawn fixed([](const ContextObject&) { return Cell{16, 3}; });
  const MeanContextMap found = Found(fixed, Keyboards());
  EXPECT_NEAR(found.moved, .1, .002);
  EXPECT_GT(found.near_p, .05);
  const Drawn on_it([](const ContextObject& object) {
    return Cell{static_cast<int>(object.column), static_cast<int>(object.row)};
  });
  EXPECT_LT(Found(on_it, Keyboards()).near_p, .01);
}

TEST(ContextMap, IsNothingForAClassThatNobodyMinds) {
  const Drawn right([](const ContextObject&) { return Cell{0, 0}; });
  EXPECT_EQ(ContextMaps(right, Keyboards(), Channel("zebra")).size(), 0u);
  auto searches = EmbeddedSearches("mouse", 6).searches;
  // Books and walls promise no mouse.
  for (const auto& map : ContextMaps(SimulatedSearcher({.target = 26, .context = 12}), searches,
                                     Channel("wall-other-merged"))) {
    for (const double d : map.difference) EXPECT_EQ(d, 0);
  }
}

// The embedded people were built with: a keyboard promises a mouse, a counter a microwave. Drawn by
// context alone, their eyes go to them.
TEST(ContextMap, OnTheEmbeddedDataTheEyesGoWhereTheSearchersExpectTheTarget) {
  const SimulatedSearcher searcher({.target = 26, .context = 12, .cost = 2, .inhibition = 8});
  struct Case {
    const char *target, *channel;
  };
  for (const auto& [target, channel] : {Case{"mouse", "keyboard"}, Case{"microwave", "counter"}}) {
    SCOPED_TRACE(target);
    const MeanContextMap found = Found(searcher, EmbeddedSearches(target, 16).searches, channel);
    EXPECT_GE(found.pictures, 8u);
    EXPECT_GT(found.near, found.near_elsewhere + .01);
    EXPECT_LT(found.near_p, .05);
  }
}

TEST(ContextMaps, NeedAModelWithMaps) {
  struct None : Drawn {
    None() : Drawn([](const ContextObject&) { return Cell{}; }) {}
    std::vector<double> NextFixation(const Search&, std::span<const Cell>) const override {
      return {};
    }
  };
  EXPECT_THROW(ContextMaps(None(), Keyboards(), Channel("keyboard")), InputError);
}

}  // namespace
}  // namespace saccade
