#pragma once

#include <filesystem>

namespace saccade {

// A folder that fills beside its final place and takes it with one rename: at any moment the name
// holds nothing, the old folder or the new one, complete. A link stays, and what it points to is
// replaced. Without Commit() the destructor removes what was written; what a killed process left is
// removed by the next one that writes beside it. Throws Failure when the disk refuses.
class AtomicFolder {
 public:
  explicit AtomicFolder(const std::filesystem::path& folder);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  // Where to write.
  const std::filesystem::path& path() const { return temporary_; }
  void Commit();

 private:
  std::filesystem::path folder_;
  std::filesystem::path temporary_;
  int lock_ = -1;
};

}  // namespace saccade
