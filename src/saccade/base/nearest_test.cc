#include "saccade/base/nearest.h"

#include <gtest/gtest.h>

#include <vector>

#include "saccade/base/edit_distance.h"
#include "saccade/base/progress.h"

namespace saccade {
namespace {

TEST(NearestWord, FindsTheMisspeltWordAndIgnoresStrangers) {
  const std::vector<std::string> known = {"threads", "seed", "quiet"};
  EXPECT_EQ(NearestWord("thraeds", known), "threads");
  EXPECT_EQ(NearestWord("seeds", known), "seed");
  EXPECT_EQ(NearestWord("bandwidth", known), "");
}

TEST(EditDistance, CountsInsertionsDeletionsAndSubstitutions) {
  const std::string_view kitten = "kitten", sitting = "sitting", none;
  EXPECT_EQ(EditDistance<char>(kitten, sitting), 3);
  EXPECT_EQ(EditDistance<char>(none, kitten), 6);
  EXPECT_EQ(EditDistance<char>(kitten, none), 6);
  EXPECT_EQ(EditDistance<char>(kitten, kitten), 0);
}

TEST(DurationText, ReadsLikeAPersonWouldSayIt) {
  EXPECT_EQ(DurationText(43.4), "43 s");
  EXPECT_EQ(DurationText(125), "2 min 05 s");
  EXPECT_EQ(DurationText(4320), "1 h 12 min");
}

}  // namespace
}  // namespace saccade
