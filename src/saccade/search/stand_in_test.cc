#include "saccade/search/stand_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/testing/message_of.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

int Thing(const char* name) { return *ChannelOfName(name); }
int Task(const char* name) { return *TaskIndex(name); }

TEST(StandIn, AreTheLearnedTargetItselfThenOneOfItsKindThenACup) {
  EXPECT_EQ(TaskFor(Thing("oven")), Task("oven"));
  EXPECT_EQ(TaskFor(Thing("toaster")), Task("microwave"));  // the first appliance
  EXPECT_EQ(TaskFor(Thing("bus")), Task("car"));
  EXPECT_EQ(TaskFor(Thing("giraffe")), Task("cup"));  // no animal was learned
  EXPECT_TRUE(IsLearned(Thing("oven")));
  EXPECT_FALSE(IsLearned(Thing("toaster")));
}

TEST(StandIn, AreNamedAsPeopleWriteThem) {
  EXPECT_EQ(ThingOf("potted_plant"), Thing("potted plant"));
  EXPECT_EQ(ThingOf("Toaster"), Thing("toaster"));
  EXPECT_THAT(MessageOf([] { ThingOf("toastr"); }), HasSubstr("did you mean toaster?"));
  EXPECT_THROW(ThingOf("unicorn"), InputError);
  EXPECT_THROW(ThingOf("wall-brick"), InputError);  // stuff
}

// Two cells: a toaster, faint; a microwave and a cup.
Search Kitchen() {
  std::vector<float> dense(std::size_t{kBeliefChannels} * Grid::kCells);
  dense[Thing("toaster") * Grid::kCells + 5] = .25f;
  dense[Thing("microwave") * Grid::kCells + 7] = 1;
  dense[Thing("cup") * Grid::kCells + 7] = .5f;
  const BeliefLayer layer = SparseFromDense(dense);
  Search search;
  search.name = "kitchen.jpg";
  search.variants = {
      std::make_shared<const PictureBeliefs>(PictureBeliefs{"kitchen.jpg", layer, layer})};
  return search;
}

TEST(StandIn, TakeTheThingsPlaceAndGiveItTheirs) {
  Search search = Kitchen();
  SearchFor(search, Thing("toaster"), {});
  EXPECT_EQ(search.task, Task("microwave"));
  const BeliefLayer& sharp = search.Beliefs().sharp;
  EXPECT_EQ(sharp.Value(5, Thing("microwave")), .25f);
  EXPECT_EQ(sharp.Value(7, Thing("toaster")), 1);
  EXPECT_EQ(sharp.Value(7, Thing("cup")), .5f);
  EXPECT_EQ(Exchanged(search.Beliefs(), Thing("toaster"), Thing("microwave")), Kitchen().Beliefs());
  SearchFor(search = Kitchen(), Thing("cup"), {});
  EXPECT_EQ(search.Beliefs(), Kitchen().Beliefs());
}

TEST(StandIn, HideWhatWasNamedAndNotWhatStandsInItsPlace) {
  const auto values = [](const std::string& without) {
    Search search = Kitchen();
    SearchFor(search, Thing("toaster"), {&without, 1});
    const BeliefLayer& sharp = search.Beliefs().sharp;
    return std::pair(sharp.Value(5, Thing("microwave")), sharp.Value(7, Thing("toaster")));
  };
  EXPECT_EQ(values("microwave"), std::pair(.25f, 0.f));
  EXPECT_EQ(values("toaster"), std::pair(0.f, 1.f));
  EXPECT_EQ(values("target"), std::pair(0.f, 1.f));
}

}  // namespace
}  // namespace saccade
