#include "saccade/base/temporary_name.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <climits>
#include <cstdint>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <string_view>

namespace saccade {
namespace {

constexpr std::string_view kLitter = ".part-";

}  // namespace

std::filesystem::path FolderOf(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

std::filesystem::path TemporaryName(const std::filesystem::path& target) {
  std::random_device random;
  const std::uint64_t number = std::uint64_t{random()} << 32 | random();
  const std::string end = fmt::format("{}{:016x}", kLitter, number);
  const std::string name = target.filename().string().substr(0, NAME_MAX - end.size());
  return FolderOf(target) / (name + end);
}

void RemoveLitterBeside(const std::filesystem::path& target) {
  static std::mutex mutex;
  static std::set<std::string> looked_at;
  {
    const std::lock_guard lock(mutex);
    if (!looked_at.insert(FolderOf(target).string()).second) return;
  }
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(FolderOf(target), error)) {
    const std::string name = entry.path().filename().string();
    const std::size_t at = name.rfind(kLitter);
    const std::string_view number =
        at == std::string::npos ? "" : std::string_view(name).substr(at + kLitter.size());
    if (number.size() != 16 || number.find_first_not_of("0123456789abcdef") != number.npos ||
        !(entry.is_regular_file(error) || entry.is_directory(error)) || entry.is_symlink(error)) {
      continue;
    }
    const int left = ::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (left < 0) continue;
    if (::flock(left, LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(entry.path(), error);
    ::close(left);
  }
}

void SyncFolder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace saccade
