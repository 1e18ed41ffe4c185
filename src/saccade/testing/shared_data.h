#pragma once

#include <filesystem>
#include <string>

namespace saccade::testing {

// A file of the shared data set (golden values, COCO-Search18): environment variable SACCADE_DATA,
// else the folder that CMake was given.
std::filesystem::path SharedData(const std::string& relative);

// A file of the project itself, such as "docs/beliefs.md".
std::filesystem::path ProjectFile(const std::string& relative);

// A fresh empty folder that is removed at the end of the scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace saccade::testing

// Ends a test as skipped, with the reason, when the shared data is not on this machine.
#define SACCADE_NEEDS_DATA(relative)                                              \
  if (!std::filesystem::exists(::saccade::testing::SharedData(relative)))        \
  GTEST_SKIP() << "needs " << ::saccade::testing::SharedData(relative).string() \
               << " (set SACCADE_DATA to the folder of the shared data)"
