#include "saccade/base/file.h"

#include <gtest/gtest.h>

#include <filesystem>

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

TEST(AtomicFile, AFullDiskIsAFailureThatNamesTheFile) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  const testing::TemporaryFolder folder;
  // The temporary name is known: a link to /dev/full stands in for a full disk.
  const auto path = folder / "a.txt";
  std::filesystem::create_symlink("/dev/full", path.string() + ".part-" + std::to_string(getpid()));
  try {
    AtomicFile file(path);
    file.Write(std::string_view("abc"));
    file.Commit();
    FAIL() << "no exception";
  } catch (const Failure& failure) {
    EXPECT_NE(std::string(failure.what()).find("a.txt"), std::string::npos);
  }
  EXPECT_EQ(FilesIn(folder.path()), 0u);
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
