#include "saccade/base/interrupt.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <barrier>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <thread>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/base/standard_streams.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ExitedWithCode;
using testing::TemporaryFolder;

void LoseMemory() { throw std::bad_alloc(); }
void UnderNoexcept() noexcept { LoseMemory(); }

class Interrupt : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteFileAtomically(file_, "x");
    WriteFileAtomically(folder_ / "made/deep/file", "x");
    WriteFileAtomically(folder_ / "kept", "x");
  }
  void Register() const {
    RemoveOnInterrupt(file_.c_str());
    RemoveOnInterrupt(made_.c_str());
    RemoveOnInterrupt(kept_.c_str());
    KeepOnInterrupt(kept_.c_str());
  }
  void ExpectOnlyKept() const {
    EXPECT_FALSE(std::filesystem::exists(file_));
    EXPECT_FALSE(std::filesystem::exists(made_));
    EXPECT_TRUE(std::filesystem::exists(kept_));
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "file", made_ = folder_ / "made",
                              kept_ = folder_ / "kept";
};

TEST_F(Interrupt, RemovesWhatIsUnfinishedAndEndsWithCode130) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SetUp();
    EXPECT_EXIT(
        {
          Register();
          StopOnInterrupts();
          std::raise(signal);
        },
        ExitedWithCode(130), "^saccade: interrupted; nothing unfinished was kept\n$");
    ExpectOnlyKept();
  }
}

TEST_F(Interrupt, MemoryThatIsLostWhereNothingCanCatchItIsOneLineAndCode1) {
  EXPECT_EXIT(
      {
        Register();
        StopOnTerminate();
        UnderNoexcept();
      },
      ExitedWithCode(1), "^saccade: out of memory; .*\n$");
  ExpectOnlyKept();
}

TEST_F(Interrupt, OfThreadsThatFailTogetherOneSpeaksAndNothingStays) {
  EXPECT_EXIT(
      {
        Register();
        StopOnTerminate();
        std::barrier together(8);
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) {
          threads.emplace_back([&together] {
            together.arrive_and_wait();
            UnderNoexcept();
          });
        }
        for (std::thread& thread : threads) thread.join();
      },
      ExitedWithCode(1), "^saccade: out of memory; [^\n]*\n$");
  ExpectOnlyKept();
}

TEST_F(Interrupt, AfterTheLineOfTheErrorNothingMoreIsSaid) {
  EXPECT_EXIT(
      {
        StopOnInterrupts();
        StopOnTerminate();
        TellEnd("saccade: first\n");
        TellEnd("saccade: second\n");
        std::raise(SIGTERM);  // it ends already
        UnderNoexcept();
      },
      ExitedWithCode(1), "^saccade: first\n$");
}

TEST_F(Interrupt, IsOnlyAFlagForWhatHasStateToSave) {
  EXPECT_EXIT(
      {
        CatchInterrupts();
        std::raise(SIGINT);
        std::exit(InterruptRequested() ? 7 : 0);
      },
      ExitedWithCode(7), "^$");
}

TEST_F(Interrupt, AProcessStartedToSurviveItsTerminalDoes) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        StopOnInterrupts();
        std::raise(SIGHUP);
        std::exit(7);
      },
      ExitedWithCode(7), "^$");
}

TEST(StandardStreams, ThatAreClosedGiveTheirNumbersToNoFile) {
  EXPECT_EXIT(
      {
        ::close(STDIN_FILENO);
        ::close(STDOUT_FILENO);
        HoldStandardStreams();
        const bool taken = ::open("/dev/null", O_RDWR) > STDERR_FILENO;
        char byte = 'x';
        const bool refused =
            ::write(STDOUT_FILENO, &byte, 1) < 0 && ::read(STDIN_FILENO, &byte, 1) < 0;
        std::exit(taken && refused ? 7 : 0);
      },
      ExitedWithCode(7), "^$");
}

}  // namespace
}  // namespace saccade
