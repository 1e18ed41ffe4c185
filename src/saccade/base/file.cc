#include "saccade/base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"

namespace saccade {
namespace {

// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : value_(::open(path.c_str(), flags | O_CLOEXEC)) {
    if (value_ < 0) {
      throw InputError(path, "", "cannot be opened ({}); check the path", std::strerror(errno));
    }
  }
  ~Descriptor() { ::close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

std::size_t RegularFileSize(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file.value(), &status) != 0) {
    throw InputError(path, "", "cannot be read ({})", std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) throw InputError(path, "", "is a folder; a file is expected");
  return static_cast<std::size_t>(status.st_size);
}

[[noreturn]] void ThrowWriteFailure(const std::filesystem::path& path) {
  throw Failure(fmt::format("{}: cannot be written ({}); nothing was left under this name",
                            path.string(), std::strerror(errno)));
}

}  // namespace

std::string ReadFile(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::string bytes;
  bytes.reserve(RegularFileSize(file, path));
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.value(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError(path, "", "cannot be read ({})", std::strerror(errno));
    if (got == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

MappedFile::MappedFile(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  size_ = RegularFileSize(file, path);
  if (size_ == 0) return;
  void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.value(), 0);
  if (address == MAP_FAILED) {
    throw InputError(path, "", "cannot be mapped into memory ({})", std::strerror(errno));
  }
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

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(path),
      temporary_(path.string() + ".part-" + std::to_string(::getpid())),
      descriptor_(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) ThrowWriteFailure(path_);
  RemoveOnInterrupt(temporary_.c_str());
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
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
  if (::fsync(descriptor_) != 0) ThrowWriteFailure(path_);
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    errno = error;
    ThrowWriteFailure(path_);
  }
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
