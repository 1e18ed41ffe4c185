#include "saccade/base/watch.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"

namespace saccade {
namespace {

constexpr std::size_t kTurns = 1000;

// A loop of kTurns that says how far it is; returns how many turns it did.
std::size_t Work() {
  std::atomic<std::size_t> turns{0};
  Progress progress("turns", kTurns);
  ParallelFor(kTurns, [&](std::size_t) {
    ++turns;
    progress.Step();
  });
  return turns;
}

TEST(Watch, HearsTheEndOfALoopWithItsTitle) {
  std::vector<std::string> heard;
  std::size_t done = 0;
  {
    const WatchScope scope({.progress = [&](const ProgressReport& report) {
      heard.emplace_back(report.title);
      done = report.done;
      return true;
    }});
    EXPECT_EQ(Work(), kTurns);
  }
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back(), "turns");
  EXPECT_EQ(done, kTurns);
  const std::size_t before = heard.size();
  EXPECT_EQ(Work(), kTurns);  // nobody watches any more
  EXPECT_EQ(heard.size(), before);
}

TEST(Watch, ATokenLeavesALoopBetweenItsTurns) {
  std::stop_source source;
  const WatchScope scope({.stop = source.get_token()});
  std::atomic<std::size_t> turns{0};
  EXPECT_THROW(ParallelFor(kTurns,
                           [&](std::size_t) {
                             ++turns;
                             source.request_stop();
                           }),
               Interrupted);
  EXPECT_LT(turns, kTurns);
  EXPECT_TRUE(InterruptRequested());
}

TEST(Watch, TheCallbacksAnswerStopsToo) {
  const WatchScope scope({.progress = [](const ProgressReport&) { return false; }});
  Progress progress("turns", 1);
  EXPECT_NO_THROW(StopIfAsked());
  progress.Step();
  EXPECT_THROW(StopIfAsked(), Interrupted);
}

TEST(Watch, WorkWithStateToSaveIsLeftOnlyWhereItAsks) {
  std::stop_source source;
  source.request_stop();
  const WatchScope scope({.stop = source.get_token()}, WatchScope::Stops::kWhenAsked);
  EXPECT_EQ(Work(), kTurns);
  EXPECT_TRUE(InterruptRequested());
}

TEST(Watch, OneThreadsWorkIsNotStoppedByAnothers) {
  std::stop_source source;
  source.request_stop();
  const WatchScope scope({.stop = source.get_token()});
  std::size_t turns = 0;
  std::jthread([&] { turns = Work(); }).join();
  EXPECT_EQ(turns, kTurns);
}

TEST(Watch, AnInnerScopeIsStoppedWithTheOuterOne) {
  std::stop_source outer, inner;
  const WatchScope all({.stop = outer.get_token()});
  {
    const WatchScope part({.stop = inner.get_token()});
    EXPECT_FALSE(InterruptRequested());
    outer.request_stop();
    EXPECT_TRUE(InterruptRequested());
  }
  EXPECT_TRUE(InterruptRequested());
}

}  // namespace
}  // namespace saccade
