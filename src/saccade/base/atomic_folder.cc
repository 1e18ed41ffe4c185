#include "saccade/base/atomic_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/temporary_name.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void ThrowFailure(const fs::path& folder, const std::string& why) {
  throw Failure(fmt::format("{}: cannot be written ({}); what was there before is unchanged",
                            folder.string(), why));
}

// "model/" is "model"; a link is what it points to.
fs::path Resolve(const fs::path& folder) {
  const fs::path named = folder.has_filename() ? folder : folder.parent_path();
  return fs::exists(named) ? fs::canonical(named) : named;
}

}  // namespace

AtomicFolder::AtomicFolder(const fs::path& folder) : folder_(Resolve(folder)) {
  std::error_code error;
  if (folder_.has_parent_path()) fs::create_directories(folder_.parent_path(), error);
  RemoveLitterBeside(folder_);
  temporary_ = TemporaryName(folder_);
  RemoveOnInterrupt(temporary_.c_str());
  if (error || !fs::create_directory(temporary_, error)) {
    KeepOnInterrupt(temporary_.c_str());
    ThrowFailure(folder_, error ? error.message() : "its temporary name is taken");
  }
  lock_ = ::open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) ::flock(lock_, LOCK_EX | LOCK_NB);
}

// After Commit() the old folder has the temporary name.
AtomicFolder::~AtomicFolder() {
  std::error_code error;
  fs::remove_all(temporary_, error);
  if (lock_ >= 0) ::close(lock_);
  // The lock may have been the last descriptor that there was, and listing a folder takes one.
  if (error) fs::remove_all(temporary_, error);
  KeepOnInterrupt(temporary_.c_str());
}

void AtomicFolder::Commit() {
  SyncFolder(temporary_);
  const bool exchanged =
      ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, folder_.c_str(), RENAME_EXCHANGE) == 0;
  if (!exchanged && errno != ENOENT && errno != EINVAL && errno != ENOSYS) {
    ThrowFailure(folder_, std::strerror(errno));
  }
  if (!exchanged) {
    // Nothing to exchange with, or a file system that cannot: the old folder steps aside first.
    const fs::path old = TemporaryName(folder_);
    const bool existed = ::rename(folder_.c_str(), old.c_str()) == 0;
    if (::rename(temporary_.c_str(), folder_.c_str()) != 0) {
      const std::string why = std::strerror(errno);
      if (existed) ::rename(old.c_str(), folder_.c_str());
      ThrowFailure(folder_, why);
    }
    KeepOnInterrupt(temporary_.c_str());
    temporary_ = old;
    RemoveOnInterrupt(temporary_.c_str());
  }
  SyncFolder(folder_.has_parent_path() ? folder_.parent_path() : fs::path("."));
}

}  // namespace saccade
