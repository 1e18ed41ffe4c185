#include "saccade/search/search_set.h"

#include <gtest/gtest.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

BeliefLibrary LibraryOf(const std::string& name) {
  return BeliefLibrary(std::vector<PictureBeliefs>{{name, {}, {}}});
}

TrialInImage TrialOf(std::vector<PointInImage> points) {
  TrialInImage trial;
  trial.name = "a.jpg";
  trial.subject = 1;
  trial.task = "cup";
  trial.target = BoxInImage{320, 160, 32, 32};
  for (const PointInImage& point : points) trial.scanpath.push_back({point, 200});
  return trial;
}

TEST(MakeSearchSet, TheStartBecomesTheCentreAndTheCutIsAtTheFirstFixationOnTarget) {
  const auto library = LibraryOf("a.jpg");
  const std::vector<TrialInImage> trials = {
      TrialOf({{240, 150}, {100, 100}, {330, 170}, {10, 10}, {340, 180}})};
  const SearchSet set = MakeSearchSet(trials, library, {});
  ASSERT_EQ(set.demonstrations.size(), 1u);
  // (100, 100) is column 6, row 6; (330, 170) is column 20, row 10.
  EXPECT_EQ(set.demonstrations[0].cells, (std::vector<int>{336, 6 * 32 + 6, 10 * 32 + 20}));
  EXPECT_EQ(set.pairs, 2u);
}

TEST(MakeSearchSet, TheReleasedCodeCutsAtTheLastFixationOnTargetAndTakesWrongAnswers) {
  const auto library = LibraryOf("a.jpg");
  std::vector<TrialInImage> trials = {
      TrialOf({{240, 150}, {100, 100}, {330, 170}, {10, 10}, {340, 180}, {5, 5}})};
  trials[0].correct = false;
  EXPECT_TRUE(MakeSearchSet(trials, library, {}).demonstrations.empty());
  const SearchSet set =
      MakeSearchSet(trials, library, {.only_correct = false, .cut_at_last = true});
  ASSERT_EQ(set.demonstrations.size(), 1u);
  EXPECT_EQ(set.demonstrations[0].cells.size(), 5u);
  EXPECT_EQ(set.demonstrations[0].cells.back(), 11 * 32 + 21);
}

TEST(MakeSearchSet, RevisitedCellsAndFixationsOutsideThePictureAreLeftOut) {
  const auto library = LibraryOf("a.jpg");
  const std::vector<TrialInImage> trials = {
      TrialOf({{256, 160}, {100, 100}, {-5, 100}, {101, 101}, {330, 170}})};
  EXPECT_EQ(MakeSearchSet(trials, library, {}).demonstrations[0].cells,
            (std::vector<int>{336, 6 * 32 + 6, 10 * 32 + 20}));
}

TEST(MakeSearchSet, OnlyTheFirstEntriesCount) {
  const auto library = LibraryOf("a.jpg");
  const std::vector<TrialInImage> trials = {
      TrialOf({{256, 160}, {8, 8}, {40, 8}, {72, 8}, {104, 8}, {136, 8}, {330, 170}})};
  EXPECT_EQ(MakeSearchSet(trials, library, {}).demonstrations[0].cells.size(), 6u);
}

TEST(MakeSearchSet, APictureWithoutBeliefsIsNamed) {
  const auto library = LibraryOf("b.jpg");
  const std::vector<TrialInImage> trials = {TrialOf({{256, 160}, {330, 170}})};
  try {
    MakeSearchSet(trials, library, {});
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("a.jpg"), std::string::npos);
  }
}

TEST(SearchSet, KeepsItsBeliefsWhenTheLibraryIsGone) {
  auto world = std::make_unique<testing::TinyWorld>();
  const PictureBeliefs expected = world->library.Find("picture0.jpg");
  SearchSet set = MakeSearchSet(world->trials, world->library, {});
  world.reset();
  std::erase_if(set.searches, [](const Search& s) { return s.name != "picture0.jpg"; });
  ASSERT_EQ(set.searches.size(), 1u);
  EXPECT_EQ(set.searches[0].variants.at(0).use_count(), 1);
  EXPECT_EQ(set.searches[0].Beliefs(), expected);
}

TEST(Mirrored, IsItsOwnInverseAndMovesCellsAndBoxesTogether) {
  const testing::TinyWorld world;
  const PictureBeliefs& beliefs = world.library.Find("picture0.jpg");
  EXPECT_EQ(Mirrored(Mirrored(beliefs)), beliefs);
  const BoxInImage box{32, 48, 16, 16};  // one cell: column 2, row 3
  const CellSet cells = CellsOverlapping(box), mirrored = CellsOverlapping(Mirrored(box));
  EXPECT_EQ(cells.size(), 1);
  EXPECT_TRUE(mirrored.Contains(MirroredCell(3 * 32 + 2)));
  EXPECT_EQ(MirroredCell(0), 31);
}

TEST(CellsOverlapping, ABoxThatTouchesACellsEdgeDoesNotOverlapIt) {
  EXPECT_EQ(CellsOverlapping({16, 16, 16, 16}).size(), 1);
  EXPECT_EQ(CellsOverlapping({15.9, 16, 16, 16}).size(), 2);
}

}  // namespace
}  // namespace saccade
