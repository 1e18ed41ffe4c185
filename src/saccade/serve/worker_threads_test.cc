#include "saccade/serve/worker_threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdlib>
#include <latch>
#include <stdexcept>

namespace saccade::serve {
namespace {

TEST(WorkerThreads, DoEveryJobThoughOneOfThemFails) {
  std::atomic<int> done = 0;
  WorkerThreads workers(3);
  for (int i = 0; i < 100; ++i) {
    workers.Add([&done, i] {
      if (i == 50) throw std::runtime_error("a socket broke");
      ++done;
    });
  }
  workers.Finish();
  EXPECT_EQ(done, 99);
}

TEST(WorkerThreads, GrowWithTheJobsThatWaitAndNoFurther) {
  WorkerThreads workers(3);
  EXPECT_EQ(workers.threads(), 1u);
  std::latch three_at_once(3);
  std::atomic<int> running = 0, most = 0;
  for (int i = 0; i < 12; ++i) {
    workers.Add([&, i] {
      const int now = ++running;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      if (i < 3) three_at_once.arrive_and_wait();  // for ever with fewer
      --running;
    });
  }
  EXPECT_EQ(workers.threads(), 3u);
  workers.Finish();
  EXPECT_EQ(most, 3);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

// Whether 256 jobs that wait for each other's coming are done by fewer threads, where there is room
// for the stacks of some, 8 MB each.
bool DoneByFewer() {
  rlimit room{};
  room.rlim_cur = room.rlim_max = 256 << 20;
  setrlimit(RLIMIT_AS, &room);
  std::atomic<int> done = 0;
  WorkerThreads workers(256);
  std::latch all_asked(1);
  for (int i = 0; i < 256; ++i) {
    workers.Add([&] {
      all_asked.wait();
      ++done;
    });
  }
  const std::size_t threads = workers.threads();
  all_asked.count_down();
  workers.Finish();
  return threads < 256 && done == 256;
}

TEST(WorkerThreads, AreFewerWhereTheMachineGivesFewer) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes more address space than is left here";
  EXPECT_EXIT(std::exit(DoneByFewer() ? 7 : 1), ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace saccade::serve
