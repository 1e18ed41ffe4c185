#pragma once

#include <gtest/gtest.h>

#include <string>

#include "saccade/base/processor_width.h"

namespace saccade {

// Runs its tests at each width that this machine has.
class AtEachWidth : public ::testing::TestWithParam<Width> {
 protected:
  void SetUp() override { UseWidth(GetParam()); }
  void TearDown() override { UseWidth(before_); }

 private:
  Width before_ = CurrentWidth();
};

inline std::string NameOfWidth(const ::testing::TestParamInfo<Width>& info) {
  return std::string(WidthName(info.param));
}

#define SACCADE_AT_EACH_WIDTH(Suite) \
  INSTANTIATE_TEST_SUITE_P(Widths, Suite, ::testing::ValuesIn(MachineWidths()), NameOfWidth)

}  // namespace saccade
