#include "saccade/base/lease.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class LeaseTest : public ::testing::Test {
 protected:
  fs::path File() const { return folder_ / "lease"; }
  std::size_t Files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  testing::TemporaryFolder folder_;
};

// A claim as a process on another machine writes it.
void WriteForeignClaim(const fs::path& claim, std::chrono::seconds age) {
  std::ofstream(claim) << "elsewhere\n77\n12345\nelsewhere/boot/pid:[1]\n";
  fs::last_write_time(claim, fs::file_time_type::clock::now() - age);
}

TEST_F(LeaseTest, IsOneHoldersAtATime) {
  EXPECT_EQ(Lease::HolderOf(File()), std::nullopt);
  auto lease = Lease::Take(File());
  ASSERT_NE(lease, nullptr);
  EXPECT_TRUE(lease->IsHeld());
  EXPECT_EQ(Lease::Take(File()), nullptr);
  EXPECT_EQ(Lease::HolderOf(File())->pid, ::getpid());
  lease.reset();
  EXPECT_EQ(Lease::HolderOf(File()), std::nullopt);
  EXPECT_EQ(Files(), 2u);  // the old claim and that it is free
  EXPECT_NE(Lease::Take(File()), nullptr);
}

TEST_F(LeaseTest, OfAKilledProcessIsTakenOverAtOnce) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lease = Lease::Take(File());
    const char taken = lease != nullptr ? 'y' : 'n';
    [[maybe_unused]] const ssize_t told = ::write(ready[1], &taken, 1);
    ::pause();
    ::_exit(0);
  }
  char taken = 0;
  ASSERT_EQ(::read(ready[0], &taken, 1), 1);
  ASSERT_EQ(taken, 'y');
  EXPECT_EQ(Lease::HolderOf(File())->pid, child);
  EXPECT_EQ(Lease::Take(File()), nullptr);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(Lease::HolderOf(File()), std::nullopt);
  EXPECT_NE(Lease::Take(File()), nullptr);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(LeaseTest, OfAnotherMachineIsTakenOverWhenItWasSilentForTooLong) {
  WriteForeignClaim(folder_ / "lease.3", std::chrono::seconds(60));
  EXPECT_EQ(Lease::Take(File()), nullptr);
  EXPECT_EQ(Lease::HolderOf(File()), (LeaseHolder{"elsewhere", 77}));
  WriteForeignClaim(folder_ / "lease.3", std::chrono::seconds(180));
  EXPECT_EQ(Lease::HolderOf(File()), std::nullopt);
  const auto lease = Lease::Take(File());
  ASSERT_NE(lease, nullptr);
  EXPECT_TRUE(fs::exists(folder_ / "lease.4"));
  EXPECT_EQ(Files(), 2u);
}

TEST_F(LeaseTest, WithATextThatNobodyCanReadWaitsForItsExpiry) {
  std::ofstream(folder_ / "lease.0") << "";
  EXPECT_EQ(Lease::Take(File()), nullptr);
  fs::last_write_time(folder_ / "lease.0",
                      fs::file_time_type::clock::now() - std::chrono::seconds(180));
  EXPECT_NE(Lease::Take(File()), nullptr);
}

TEST_F(LeaseTest, IsRenewedWhileItIsHeld) {
  const auto lease = Lease::Take(File(), {milliseconds(5), milliseconds(120'000)});
  const fs::path claim = folder_ / "lease.0";
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(claim, old);
  for (int i = 0; i < 400 && fs::last_write_time(claim) == old; ++i) ::usleep(5000);
  EXPECT_GT(fs::last_write_time(claim), old);
}

TEST_F(LeaseTest, KnowsThatItWasLostAndLeavesTheNewOwnersAlone) {
  auto lease = Lease::Take(File());
  WriteForeignClaim(folder_ / "lease.1", std::chrono::seconds(0));
  EXPECT_FALSE(lease->IsHeld());
  lease.reset();
  EXPECT_EQ(Lease::HolderOf(File())->pid, 77);
  EXPECT_EQ(Lease::Take(File()), nullptr);
}

// Ten processes ask again and again for one that died with its claim, with a claim, or without: all
// get it in turn and never two at once.
TEST_F(LeaseTest, IsNeverTwoProcesses) {
  WriteForeignClaim(folder_ / "lease.7", std::chrono::seconds(180));
  std::vector<pid_t> children;
  for (int i = 0; i < 10; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    for (int held = 0; held < 5;) {
      const auto lease = Lease::Take(File());
      if (!lease) continue;
      // Only one may be between making this file and removing it.
      const int alone = ::open((folder_ / "alone").c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
      if (alone < 0) ::_exit(1);
      ::close(alone);
      ::usleep(300);
      ::unlink((folder_ / "alone").c_str());
      ++held;
    }
    ::_exit(0);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_LE(Files(), 3u);  // old claims are swept away
}

}  // namespace
}  // namespace saccade
