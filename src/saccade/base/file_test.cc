#include "saccade/base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>

#include "saccade/base/atomic_folder.h"
#include "saccade/base/error.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

std::size_t FilesIn(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(AtomicFile, AppearsOnlyAfterCommit) {
  const testing::TemporaryFolder folder;
  {
    AtomicFile file(folder / "a.txt");
    file.Write(std::string_view("abc"));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.txt"));
    file.Commit();
  }
  EXPECT_EQ(ReadFile(folder / "a.txt"), "abc");
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const testing::TemporaryFolder folder;
  { AtomicFile(folder / "a.txt").Write(std::string_view("abc")); }
  EXPECT_EQ(FilesIn(folder.path()), 0u);
}

// A file size limit stands in for a full disk.
TEST(AtomicFile, AFullDiskIsAFailureThatNamesTheFileAndKeepsWhatWasThere) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "a.txt", "before");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto on_limit = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  setrlimit(RLIMIT_FSIZE, &small);
  std::string error;
  try {
    WriteFileAtomically(folder / "a.txt", std::string(5000, 'x'));
  } catch (const Failure& failure) {
    error = failure.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, on_limit);
  EXPECT_NE(error.find("a.txt: cannot be written"), std::string::npos) << error;
  EXPECT_EQ(ReadFile(folder / "a.txt"), "before");
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST(AtomicFile, APlantedLinkIsNotFollowedAndTwoWritersDoNotMeet) {
  const testing::TemporaryFolder folder;
  AtomicFile first(folder / "a.txt"), second(folder / "a.txt");
  first.Write(std::string_view("first"));
  second.Write(std::string_view("second, longer"));
  EXPECT_EQ(FilesIn(folder.path()), 2u);
  second.Commit();
  first.Commit();
  EXPECT_EQ(ReadFile(folder / "a.txt"), "first");
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST(AtomicFile, ALinkStaysAndWhatItPointsToIsReplaced) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "real/a.txt", "old");
  std::filesystem::create_symlink("real/a.txt", folder / "link.txt");
  std::filesystem::create_symlink("real/new.txt", folder / "to_nothing.txt");
  WriteFileAtomically(folder / "link.txt", "new");
  WriteFileAtomically(folder / "to_nothing.txt", "made");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(ReadFile(folder / "real/a.txt"), "new");
  EXPECT_EQ(ReadFile(folder / "real/new.txt"), "made");
}

TEST(AtomicFile, ALinkToItselfIsRefusedAndStays) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_symlink("loop", folder / "loop");
  EXPECT_THROW(WriteFileAtomically(folder / "loop", "x"), InputError);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "loop"));
}

TEST(AtomicFile, KeepsTheModeOfAFileThatWasThere) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "a.txt", "old");
  std::filesystem::permissions(folder / "a.txt", std::filesystem::perms(0600));
  WriteFileAtomically(folder / "a.txt", "new");
  EXPECT_EQ(std::filesystem::status(folder / "a.txt").permissions(), std::filesystem::perms(0600));
}

TEST(AtomicFile, DevicesAndPipesAreWrittenToAndStay) {
  const testing::TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  WriteFileAtomically(pipe, "through");
  char bytes[16] = {};
  EXPECT_EQ(::read(reader, bytes, sizeof bytes), 7);
  ::close(reader);
  EXPECT_STREQ(bytes, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  WriteFileAtomically("/dev/null", "nothing");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(FilesIn(folder.path()), 1u);
  EXPECT_THROW(WriteFileAtomically(folder.path(), "x"), InputError);
}

TEST(AtomicFile, ADiskInMemoryIsADisk) {
  std::string name = "/dev/shm/saccadeXXXXXX";
  if (::mkdtemp(name.data()) == nullptr) GTEST_SKIP() << "needs /dev/shm";
  WriteFileAtomically(std::filesystem::path(name) / "a.json", "x");
  EXPECT_EQ(ReadFile(std::filesystem::path(name) / "a.json"), "x");
  std::filesystem::remove_all(name);
}

TEST(AtomicFile, WhatADeadProcessLeftIsRemovedAndWhatALiveOneWritesIsNot) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "sub/a.txt.part-00000000deadbeef", "half");
  WriteFileAtomically(folder / "sub/mine.part-1", "of a person");
  std::filesystem::rename(folder / "sub", folder / "other");  // not looked at yet
  AtomicFile live(folder / "other/b.txt");
  EXPECT_FALSE(std::filesystem::exists(folder / "other/a.txt.part-00000000deadbeef"));
  EXPECT_EQ(FilesIn(folder / "other"), 2u);
  live.Commit();
  EXPECT_TRUE(std::filesystem::exists(folder / "other/mine.part-1"));
}

TEST(AtomicFile, NamesAsLongAsTheyMayBeAreWritten) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / std::string(255, 'n'), "x");
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST(AtomicFolder, AppearsWholeReplacesAndLeavesNothing) {
  const testing::TemporaryFolder folder;
  {
    AtomicFolder model(folder / "model");
    WriteFileAtomically(model.path() / "a.txt", "old");
    EXPECT_FALSE(std::filesystem::exists(folder / "model"));
    model.Commit();
  }
  EXPECT_EQ(ReadFile(folder / "model/a.txt"), "old");
  { AtomicFolder given_up(folder / "model/"); }
  {
    AtomicFolder model(folder / "model/");
    WriteFileAtomically(model.path() / "b.txt", "new");
    model.Commit();
  }
  EXPECT_EQ(ReadFile(folder / "model/b.txt"), "new");
  EXPECT_FALSE(std::filesystem::exists(folder / "model/a.txt"));
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST(AtomicFolder, WhatAKilledProcessLeftIsRemovedByTheNext) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "runs/model.part-0123456789abcdef/a.txt", "half");
  std::filesystem::rename(folder / "runs", folder / "models");  // not looked at yet
  AtomicFolder model(folder / "models/model");
  model.Commit();
  EXPECT_FALSE(std::filesystem::exists(folder / "models/model.part-0123456789abcdef"));
}

TEST(IsSameFile, IsByIdentityNotBySpelling) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "a.txt", "x");
  std::filesystem::create_hard_link(folder / "a.txt", folder / "b.txt");
  EXPECT_TRUE(IsSameFile(folder / "a.txt", folder / "./a.txt"));
  EXPECT_TRUE(IsSameFile(folder / "a.txt", folder / "b.txt"));
  EXPECT_FALSE(IsSameFile(folder / "a.txt", folder / "c.txt"));
}

TEST(MappedFile, APipeOrADeviceIsAnInputError) {
  EXPECT_THROW(MappedFile("/dev/zero"), InputError);
  EXPECT_THROW(ReadFile("/dev/zero"), InputError);
  const testing::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(MappedFile(folder / "pipe"), InputError);
}

TEST(MappedFile, ShowsTheBytesOfTheFile) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "sub/a.bin", "hello");
  const MappedFile file(folder / "sub/a.bin");
  ASSERT_EQ(file.bytes().size(), 5u);
  EXPECT_EQ(static_cast<char>(file.bytes()[4]), 'o');
}

TEST(MappedFile, AnEmptyFileIsAnEmptySpan) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "empty", "");
  EXPECT_TRUE(MappedFile(folder / "empty").bytes().empty());
}

// No file can be opened while it lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const int next = ::dup(STDIN_FILENO);
    ::close(next);
    const rlimit none{static_cast<rlim_t>(next), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST(ReadFile, AMachineWithoutDescriptorsIsNotTheInputsFault) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "a", "x");
  const NoDescriptors none;
  EXPECT_THROW(ReadFile(folder / "a"), Failure);
  EXPECT_THROW(MappedFile(folder / "a"), Failure);
}

TEST(AtomicFolder, LeavesNothingThoughThereIsNoDescriptorLeft) {
  const testing::TemporaryFolder folder;
  auto part = std::make_unique<AtomicFolder>(folder / "model");
  WriteFileAtomically(part->path() / "file", "x");
  {
    const NoDescriptors none;
    part.reset();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ReadFile, AMissingFileAndAFolderAreInputErrors) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(ReadFile(folder / "none"), InputError);
  EXPECT_THROW(ReadFile(folder.path()), InputError);
  EXPECT_THROW(MappedFile(folder / "none"), InputError);
}

TEST(Checksum, IsXxh3) {
  EXPECT_EQ(Checksum(std::string_view("")), 0x2d06800538d394c2ull);  // XXH3_64bits of nothing
}

}  // namespace
}  // namespace saccade
