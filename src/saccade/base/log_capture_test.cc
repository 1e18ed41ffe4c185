#include "saccade/base/log_capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace saccade {
namespace {

using ::testing::ElementsAre;

TEST(LogCapture, TakesTheLinesOfItsThreadAndScopeOnly) {
  std::vector<std::string> outer, inner;
  const LogCapture all([&](LogLevel, std::string_view line) { outer.emplace_back(line); });
  LogInfo("one");
  {
    const LogCapture some([&](LogLevel level, std::string_view line) {
      inner.push_back((level == LogLevel::kWarning ? "warning " : "") + std::string(line));
    });
    LogWarning("{}", 2);
    ::testing::internal::CaptureStderr();
    std::thread([] { LogWarning("elsewhere"); }).join();
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("elsewhere"), std::string::npos);
  }
  LogInfo("three");
  EXPECT_THAT(outer, ElementsAre("one", "three"));
  EXPECT_THAT(inner, ElementsAre("warning 2"));
}

}  // namespace
}  // namespace saccade
