#include "saccade/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/temporary_name.h"

namespace saccade {
namespace {

// Why a file cannot be read. A name that is wrong is the caller's (exit code 2), a machine without
// descriptors, without memory or with a bad disk is not (exit code 1).
[[noreturn]] void ThrowReadFailure(const std::filesystem::path& path, std::string_view what,
                                   std::string_view todo = "") {
  const int error = errno;
  const std::string problem = fmt::format("cannot be {} ({}){}", what, std::strerror(error), todo);
  for (const int of_machine : {EMFILE, ENFILE, ENOMEM, EIO, EAGAIN}) {
    if (error == of_machine) throw Failure(fmt::format("{}: {}", path.string(), problem));
  }
  throw InputError(path, "", "{}", problem);
}

// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : value_(::open(path.c_str(), flags | O_CLOEXEC)) {
    if (value_ < 0) ThrowReadFailure(path, "opened", "; check the path");
  }
  ~Descriptor() { ::close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

std::size_t FileSize(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file.value(), &status) != 0) ThrowReadFailure(path, "read");
  if (S_ISDIR(status.st_mode)) throw InputError(path, "", "is a folder; a file is expected");
  // Pipes end; /dev/zero and its like never do.
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    throw InputError(path, "", "is a device; a file is expected");
  }
  return S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
}

[[noreturn]] void ThrowWriteFailure(const std::filesystem::path& path) {
  throw Failure(fmt::format("{}: cannot be written ({}); nothing was left under this name",
                            path.string(), std::strerror(errno)));
}

constexpr std::size_t kLargestRead = std::size_t{4} << 30;

// What a name stands for, behind all links; a link to nothing stands for that nothing.
std::filesystem::path Target(std::filesystem::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(path, error); ++links) {
    const auto next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = next.is_absolute() ? next : FolderOf(path) / next;
  }
  if (std::filesystem::is_symlink(path, error)) {
    throw InputError(path, "", "is a link that leads round in a circle; give another name");
  }
  return path;
}

// Devices, pipes, and what the kernel shows as a file: no name to put another file under. A file
// that stdout was sent to is one of them, when it is called /dev/stdout. /dev/shm is a disk in
// memory.
bool IsStream(const std::filesystem::path& path, bool exists, mode_t mode) {
  if (exists && !S_ISREG(mode)) return true;
  struct stat status {};
  if (!exists && ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return true;
  const std::string name = std::filesystem::absolute(path).lexically_normal().string();
  return (name.starts_with("/dev/") && !name.starts_with("/dev/shm/")) ||
         name.starts_with("/proc/");
}

}  // namespace

bool IsSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) && !error;
}

std::string ReadFile(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::string bytes;
  bytes.reserve(FileSize(file, path));
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.value(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) ThrowReadFailure(path, "read");
    if (got == 0) return bytes;
    if (bytes.size() > kLargestRead) {
      throw InputError(path, "", "is larger than {} GB; a smaller file is expected",
                       kLargestRead >> 30);
    }
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

MappedFile::MappedFile(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (::fstat(file.value(), &status) == 0 && S_ISFIFO(status.st_mode)) {
    throw InputError(path, "", "is a pipe; a file on a disk is expected");
  }
  size_ = FileSize(file, path);
  if (size_ == 0) return;
  void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.value(), 0);
  if (address == MAP_FAILED) ThrowReadFailure(path, "mapped into memory");
  data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path), target_(Target(path)) {
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw InputError(path, "", "is a folder; the name of a file is expected");
  }
  if (IsStream(path, exists, status.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) ThrowWriteFailure(path_);
    return;
  }
  RemoveLitterBeside(target_);
  OpenTemporary();
  if (exists) ::fchmod(descriptor_, status.st_mode & 07777);
}

// A name that was not there before, held by a lock for as long as this process lives.
void AtomicFile::OpenTemporary() {
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary_ = TemporaryName(target_);
    descriptor_ =
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) ThrowWriteFailure(path_);
    RemoveOnInterrupt(temporary_.c_str());
    struct stat status {};
    // Between the two calls another process may have taken it for litter and removed it. On a file
    // system without locks nobody can.
    const bool taken = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0)) return;
    KeepOnInterrupt(temporary_.c_str());
    ::close(std::exchange(descriptor_, -1));
    ::unlink(temporary_.c_str());
  }
  ThrowWriteFailure(path_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  KeepOnInterrupt(temporary_.c_str());
}

void AtomicFile::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ThrowWriteFailure(path_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::Write(std::string_view text) {
  Write(std::as_bytes(std::span(text.data(), text.size())));
}

void AtomicFile::Commit() {
  if (temporary_.empty()) {
    // Pipes and terminals cannot be flushed to disk, and need not be.
    if (::close(std::exchange(descriptor_, -1)) != 0) ThrowWriteFailure(path_);
    return;
  }
  // Renamed while it is open: the lock keeps others from taking it for litter until then.
  const bool done = ::fsync(descriptor_) == 0 && ::rename(temporary_.c_str(), target_.c_str()) == 0;
  const int error = errno;
  ::close(std::exchange(descriptor_, -1));
  if (!done) {
    ::unlink(temporary_.c_str());
    errno = error;
    ThrowWriteFailure(path_);
  }
  SyncFolder(FolderOf(target_));
}

void WriteFileAtomically(const std::filesystem::path& path, std::string_view bytes) {
  if (path.has_parent_path()) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
      throw Failure(fmt::format("{}: cannot make its folder ({})", path.string(), error.message()));
    }
  }
  AtomicFile file(path);
  file.Write(bytes);
  file.Commit();
}

std::uint64_t Checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t Checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace saccade
