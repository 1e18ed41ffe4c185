#include "saccade/base/processor_width.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

TEST(ProcessorWidth, EveryMachineHasTheBaselineAndNamesDiffer) {
  const std::vector<Width> widths = MachineWidths();
  ASSERT_FALSE(widths.empty());
  EXPECT_EQ(widths.front(), Width::kBaseline);
  std::vector<std::string_view> names;
  for (const Width width : widths) names.push_back(WidthName(width));
  for (std::size_t i = 1; i < names.size(); ++i) EXPECT_NE(names[i], names[i - 1]);
}

TEST(ProcessorWidth, IsTheOneThatWasAskedForLast) {
  const Width before = CurrentWidth();
  for (const Width width : MachineWidths()) {
    UseWidth(width);
    EXPECT_EQ(CurrentWidth(), width);
  }
  UseWidth(before);
}

}  // namespace
}  // namespace saccade
