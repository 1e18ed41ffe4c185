#include "saccade/scene/category.h"

#include <gtest/gtest.h>

#include <set>

namespace saccade {
namespace {

TEST(Category, ChannelsAreThe80ThingsThenThe54StuffClasses) {
  ASSERT_EQ(Categories().size(), 134u);
  EXPECT_EQ(Categories()[0].name, "person");
  EXPECT_EQ(Categories()[79].name, "toothbrush");
  EXPECT_EQ(Categories()[80].name, "things");
  EXPECT_EQ(Categories()[80].coco_id, 0);
  EXPECT_EQ(Categories()[133].coco_id, 200);
}

TEST(Category, EveryCocoIdOccursOnce) {
  std::set<int> ids;
  for (const Category& category : Categories()) ids.insert(category.coco_id);
  EXPECT_EQ(ids.size(), 134u);
}

TEST(Category, UnknownIdsHaveNoChannel) {
  EXPECT_FALSE(ChannelOfCocoId(12));  // COCO left 12 out.
  EXPECT_FALSE(ChannelOfCocoId(0));
  EXPECT_FALSE(ChannelOfCocoId(-3));
}

TEST(Category, EveryTaskIsAThing) {
  for (int task = 0; task < kTasks; ++task) {
    SCOPED_TRACE(kTaskNames[task]);
    EXPECT_LT(ChannelOfTask(task), kThingChannels);
    EXPECT_EQ(Categories()[ChannelOfTask(task)].name, kTaskNames[task]);
    EXPECT_EQ(TaskIndex(kTaskNames[task]), task);
  }
}

TEST(Category, AFolderNameWithUnderscoreIsATask) {
  EXPECT_EQ(TaskIndex("stop_sign"), TaskIndex("stop sign"));
  EXPECT_FALSE(TaskIndex("sign"));
}

}  // namespace
}  // namespace saccade
