#include "saccade/metrics/recurrence.h"

#include <gtest/gtest.h>

namespace saccade::metrics {
namespace {

std::optional<RecurrenceScores> Of(std::initializer_list<double> a,
                                   std::initializer_list<double> b) {
  const auto path = [](const auto& places) {
    ScanpathInImage fixations;
    for (const double x : places) fixations.push_back({{x, 100}, 200});
    return fixations;
  };
  return CrossRecurrence<Frame::kImage>(path(a), path(b));
}

// The same three places: three recurrences of nine, all on the diagonal, no lead.
TEST(CrossRecurrence, OfEqualScanpathsIsOneDiagonal) {
  const RecurrenceScores same = *Of({0, 100, 200}, {0, 100, 200});
  EXPECT_DOUBLE_EQ(same.recurrence, 100.0 / 3);
  EXPECT_DOUBLE_EQ(*same.determinism, 100);
  EXPECT_DOUBLE_EQ(*same.laminarity, 0);
  EXPECT_DOUBLE_EQ(*same.center_of_mass, 0);
}

// (0, 2) and (1, 3) recur: a diagonal of two, each two behind of at most three; the fourth of each
// meets nothing.
TEST(CrossRecurrence, TellsWhoLeads) {
  const RecurrenceScores late = *Of({0, 100, 300, 400}, {200, 500, 0, 100});
  EXPECT_DOUBLE_EQ(late.recurrence, 100.0 * 2 / 16);
  EXPECT_DOUBLE_EQ(*late.determinism, 100);
  EXPECT_DOUBLE_EQ(*late.center_of_mass, 100 * 2.0 / 3);
}

// The first of the one recurs with all three of the other: three of nine, a horizontal line, leads
// 0, 1 and 2 of two.
TEST(CrossRecurrence, CountsWhoStays) {
  const RecurrenceScores stays = *Of({0, 200, 300}, {0, 10, 20});
  EXPECT_DOUBLE_EQ(*stays.laminarity, 50);
  EXPECT_DOUBLE_EQ(*stays.determinism, 0);
  EXPECT_DOUBLE_EQ(*stays.center_of_mass, 50);
}

// The radius itself recurs; the longer scanpath is cut.
TEST(CrossRecurrence, EndsAtTheRadiusAndAtTheShorterScanpath) {
  EXPECT_DOUBLE_EQ(Of({0}, {32, 0, 0})->recurrence, 100);
  EXPECT_DOUBLE_EQ(Of({0}, {32.1, 0, 0})->recurrence, 0);
  EXPECT_FALSE(Of({0}, {0, 0})->center_of_mass);
}

TEST(CrossRecurrence, WithoutAnyHasNoStructure) {
  const RecurrenceScores none = *Of({0, 100}, {300, 400});
  EXPECT_EQ(none.recurrence, 0);
  EXPECT_FALSE(none.determinism || none.laminarity || none.center_of_mass);
  EXPECT_FALSE(Of({}, {1}));
}

}  // namespace
}  // namespace saccade::metrics
