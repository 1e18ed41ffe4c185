#include "saccade/search/map_sampler.h"

#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/search/search_fixture.h"
#include "saccade/search/target_in_fovea.h"

namespace saccade {
namespace {

TEST(TargetChannelModel, LooksAtTheTargetFirstAndNeverBack) {
  const testing::TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const auto model = OpenModel("target-sharp");
  PredictOptions options;
  options.samples = 2;
  const auto trials = model->Predict(set.searches, options);
  ASSERT_EQ(trials.size(), 2 * set.searches.size());
  for (const TrialInImage& trial : trials) {
    EXPECT_EQ(trial.scanpath.size(), 7u);
    EXPECT_EQ(FirstOnTarget(trial), 2);  // the only cells with the channel are the target's
    EXPECT_EQ(trial.scanpath[0].point, (PointInImage{256, 160}));
  }
}

TEST(TargetChannelModel, NeverLooksAtClosedCells) {
  const testing::TinyWorld world;
  SearchSet set = MakeSearchSet(world.trials, world.library, {});
  CellSet left;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (Grid::At(cell).column < 12) left.Insert(cell);
  }
  for (Search& search : set.searches) search.closed = left;
  for (const TrialInImage& trial : OpenModel("target-sharp")->Predict(set.searches, {})) {
    for (const auto& fixation : trial.scanpath) EXPECT_GT(fixation.point.x, 12 * 16);
  }
}

TEST(TargetChannelModel, ItsMapIsADistribution) {
  const testing::TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const std::vector<Cell> start = {Grid::Center()};
  const auto map = OpenModel("target-blurred")->NextFixation(set.searches[0], start);
  double total = 0;
  for (const double p : map) total += p;
  EXPECT_NEAR(total, 1, 1e-12);
}

TEST(OpenModel, AnUnknownNameListsTheBuiltInOnes) {
  try {
    OpenModel("nowhere");
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("target-sharp"), std::string::npos);
  }
}

TEST(ChannelInFoveaAt, IsTheFirstFixationWhoseDiscShowsTheTarget) {
  BeliefLayer layer;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (cell == Grid::Index({10, 5})) {
      layer.entries.push_back({static_cast<std::uint8_t>(ChannelOfTask(0)), 0.5f});
    }
    layer.offsets[cell + 1] = static_cast<std::uint32_t>(layer.entries.size());
  }
  const PictureBeliefs beliefs{"a.jpg", layer, {}};
  // (8 + 5) * 16 = three cells away; then two cells to the left of the target.
  const ScanpathInImage scanpath = {{{256, 160}, 0}, {{13 * 16 + 8, 88}, 0}, {{8 * 16 + 8, 88}, 0}};
  EXPECT_EQ(ChannelInFoveaAt(beliefs, ChannelOfTask(0), scanpath), 2u);
  EXPECT_FALSE(ChannelInFoveaAt(beliefs, ChannelOfTask(1), scanpath));
}

}  // namespace
}  // namespace saccade
