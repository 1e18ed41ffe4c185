#include "saccade/search/prediction.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "saccade/nn/network_shape.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

class PredictScanpathsTest : public ::testing::Test {
 protected:
  std::vector<TrialInImage> Predict(std::span<const Search> searches, bool until_target) const {
    return PredictScanpaths(policy_, searches, 3, {.stop_on_target = until_target}, {}, 5);
  }

  testing::TinyWorld world_;
  SearchSet set_ = MakeSearchSet(world_.trials, world_.library, {});
  PolicyInference policy_{InitialPolicy({}, Random(2))};
};

// Ending on the target saves the rest of the search; it changes nothing before.
TEST_F(PredictScanpathsTest, UntilTargetIsTheWholeSearchCut) {
  // Large targets, so that even a policy that knows nothing finds some.
  for (Search& search : set_.searches) search.target = BoxInImage{40, 40, 200, 200};
  const auto whole = Predict(set_.searches, false), cut = Predict(set_.searches, true);
  ASSERT_EQ(whole.size(), cut.size());
  std::size_t shorter = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(CutAtTarget(whole[i]).scanpath, cut[i].scanpath) << i;
    shorter += cut[i].scanpath.size() < whole[i].scanpath.size();
  }
  EXPECT_GT(shorter, 10u);
}

// A start at the target shows it sharp before the first saccade; only the state of a search whose
// start is known changes.
TEST_F(PredictScanpathsTest, ARecordedStartIsWhatThePolicySeesFirst) {
  std::vector<Search> searches = {set_.searches[0], set_.searches[1]};
  searches[0].recorded_start = PointInImage{searches[0].target->x, searches[0].target->y};
  searches[1].recorded_start.reset();
  const auto draw = [&](bool recorded) {
    return PredictScanpaths(policy_, searches, 8,
                            {.recorded_start = recorded, .stop_on_target = false}, {}, 5);
  };
  const auto centre = draw(false), recorded = draw(true);
  bool differs = false;
  for (std::size_t i = 0; i < 8; ++i) {
    differs = differs || recorded[i].scanpath != centre[i].scanpath;
    EXPECT_EQ(recorded[i].scanpath.front().point, (PointInImage{256, 160}));
    EXPECT_EQ(recorded[8 + i].scanpath, centre[8 + i].scanpath);
  }
  EXPECT_TRUE(differs);
}

TEST_F(PredictScanpathsTest, ASearchIsDrawnAsItsStreamSaysWhereverItStands) {
  for (std::size_t i = 0; i < set_.searches.size(); ++i) set_.searches[i].stream = i;
  const auto all = Predict(set_.searches, false);
  const std::vector<Search> two = {set_.searches[9], set_.searches[4]};
  const auto some = Predict(two, false);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(some[k].scanpath, all[9 * 3 + k].scanpath);
    EXPECT_EQ(some[3 + k].scanpath, all[4 * 3 + k].scanpath);
  }
}

TEST(CellsCenteredIn, TakesACellByItsCentreStrictlyInside) {
  // Columns 1 and 2 have their centres at 24 and 40; row 0 at 8.
  EXPECT_TRUE(CellsCenteredIn({23, 0, 18, 16}).Contains(Grid::Index({1, 0})));
  EXPECT_TRUE(CellsCenteredIn({23, 0, 18, 16}).Contains(Grid::Index({2, 0})));
  EXPECT_EQ(CellsCenteredIn({23, 0, 18, 16}).size(), 2);
  EXPECT_EQ(CellsCenteredIn({24, 0, 16, 16}).size(), 0);
}

}  // namespace
}  // namespace saccade
