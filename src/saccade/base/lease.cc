#include "saccade/base/lease.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include "saccade/base/error.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Nanoseconds = std::chrono::nanoseconds;

constexpr const char* kUnknown = "-";
constexpr std::string_view kDraft = ".draft-";
constexpr const char* kFree = "free\n";

[[noreturn]] void Refuse(const fs::path& file) {
  throw Failure(fmt::format("{}: cannot be claimed ({})", file.string(), std::strerror(errno)));
}

std::string HostName() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

// Where process numbers mean the same: the machine since it was started, and the container.
// kUnknown where the system does not say.
std::string Machine() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::error_code error;
  const fs::path pids = fs::read_symlink("/proc/self/ns/pid", error);
  return boot.empty() || error ? kUnknown : HostName() + "/" + boot + "/" + pids.string();
}

// When a process started, in the system's ticks; kUnknown when there is none, or only its remains.
std::string StartOf(int pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos) return kUnknown;
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  fields >> field;
  if (field == "Z" || field == "X") return kUnknown;
  for (int i = 4; i <= 22 && fields >> field; ++i) {
  }
  return field;
}

struct Claim {
  LeaseHolder holder{"unknown", 0};
  std::string start, machine = kUnknown;
  bool free = false;
  Nanoseconds renewed{};  // by the file server's clock
};

Nanoseconds ModifiedAt(const struct stat& status) {
  return std::chrono::seconds(status.st_mtim.tv_sec) + Nanoseconds(status.st_mtim.tv_nsec);
}

fs::path ClaimPath(const fs::path& file, int number) {
  return file.string() + "." + std::to_string(number);
}

// The numbers of all claims there are.
std::vector<int> Numbers(const fs::path& file) {
  const std::string prefix = file.filename().string() + ".";
  std::vector<int> numbers;
  std::error_code error;
  for (fs::directory_iterator i(file.parent_path(), error), end; !error && i != end;
       i.increment(error)) {
    const std::string name = i->path().filename().string();
    if (!name.starts_with(prefix)) continue;
    int number = 0;
    const auto parsed =
        std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
    if (parsed.ec == std::errc() && parsed.ptr == name.data() + name.size()) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

int Highest(const fs::path& file) {
  int highest = -1;
  for (const int number : Numbers(file)) highest = std::max(highest, number);
  return highest;
}

// Nothing when it vanished meanwhile.
std::optional<Claim> ReadClaim(const fs::path& file, int number) {
  const int descriptor = ::open(ClaimPath(file, number).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return std::nullopt;
  char buffer[1024];
  const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0;
  ::close(descriptor);
  if (!known) return std::nullopt;
  Claim claim;
  claim.renewed = ModifiedAt(status);
  std::istringstream text(
      std::string(buffer, static_cast<std::size_t>(std::max<ssize_t>(size, 0))));
  LeaseHolder holder;
  if (text >> holder.host >> holder.pid >> claim.start >> claim.machine) {
    claim.holder = holder;
  }
  claim.free = text.str() == kFree;
  return claim;
}

// On this machine a process can be asked for; elsewhere only its silence tells.
bool IsAlive(const Claim& claim, Nanoseconds now, const Lease::Times& times) {
  if (claim.free) return false;
  if (claim.machine != kUnknown && claim.machine == Machine()) {
    return StartOf(claim.holder.pid) == claim.start;
  }
  return now - claim.renewed < times.expiry;
}

// The text of a claim under a name of its own, not yet valid; removed at the end.
class Draft {
 public:
  enum class Kind { kHeld, kReleased };

  explicit Draft(const fs::path& file, Kind kind = Kind::kHeld) {
    std::random_device random;
    path_ = fmt::format("{}{}{:08x}{:08x}", file.string(), kDraft, random(), random());
    const int descriptor =
        ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (descriptor < 0) Refuse(file);
    const std::string text = kind == Kind::kReleased
                                 ? kFree
                                 : fmt::format("{}\n{}\n{}\n{}\n", HostName(), ::getpid(),
                                               StartOf(::getpid()), Machine());
    const bool written =
        ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    struct stat status {};
    const bool known = ::fstat(descriptor, &status) == 0;
    const int error = errno;
    ::close(descriptor);
    if (written && known) {
      now_ = ModifiedAt(status);
      return;
    }
    ::unlink(path_.c_str());
    errno = error;
    Refuse(file);
  }
  ~Draft() { ::unlink(path_.c_str()); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  Nanoseconds now() const { return now_; }

  // False when there is such a claim already. A link appears with its text, on NFS too.
  bool BecomesClaim(const fs::path& file, int number) const {
    if (::link(path_.c_str(), ClaimPath(file, number).c_str()) == 0) return true;
    if (errno == EEXIST) return false;
    Refuse(file);
  }

 private:
  std::string path_;
  Nanoseconds now_{};
};

// Old claims, and drafts of processes that died over them. The claim before the highest stays, so
// that who lists the folder while a new one is made sees one of the two.
void Sweep(const fs::path& file, int highest, Nanoseconds now, const Lease::Times& times) {
  for (const int number : Numbers(file)) {
    if (number < highest - 1) ::unlink(ClaimPath(file, number).c_str());
  }
  const std::string draft = file.filename().string() + std::string(kDraft);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(file.parent_path(), error)) {
    if (!entry.path().filename().string().starts_with(draft)) continue;
    struct stat status {};
    if (::stat(entry.path().c_str(), &status) == 0 && now - ModifiedAt(status) > times.expiry) {
      ::unlink(entry.path().c_str());
    }
  }
}

}  // namespace

std::unique_ptr<Lease> Lease::Take(const fs::path& file) { return Take(file, Times()); }

std::unique_ptr<Lease> Lease::Take(const fs::path& file, const Times& times) {
  for (;;) {
    const Draft draft(file);
    const int highest = Highest(file);
    if (highest >= 0) {
      const auto claim = ReadClaim(file, highest);
      if (!claim) continue;
      if (IsAlive(*claim, draft.now(), times)) return nullptr;
    }
    if (!draft.BecomesClaim(file, highest + 1)) continue;
    std::unique_ptr<Lease> lease(new Lease(file, highest + 1, times));
    if (!lease->IsHeld()) {  // the list of claims was made while they changed
      ::unlink(lease->claim_.c_str());
      continue;
    }
    Sweep(file, highest + 1, draft.now(), times);
    return lease;
  }
}

std::optional<LeaseHolder> Lease::HolderOf(const fs::path& file) { return HolderOf(file, Times()); }

std::optional<LeaseHolder> Lease::HolderOf(const fs::path& file, const Times& times) {
  const int highest = Highest(file);
  if (highest < 0) return std::nullopt;
  const auto claim = ReadClaim(file, highest);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  if (!claim || !IsAlive(*claim, now, times)) return std::nullopt;
  return claim->holder;
}

Lease::Lease(const fs::path& file, int number, const Times& times)
    : file_(file), number_(number), claim_(ClaimPath(file, number).string()) {
  renewal_ = std::thread([this, every = times.renewal] { Renew(every); });
}

Lease::~Lease() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  renewal_.join();
  try {
    Draft(file_, Draft::Kind::kReleased).BecomesClaim(file_, number_ + 1);
  } catch (const std::exception&) {  // no folder, disk or memory; the claim ends with the process
  }
}

bool Lease::IsHeld() const { return Highest(file_) == number_; }

void Lease::Renew(std::chrono::milliseconds every) {
  std::unique_lock lock(mutex_);
  const auto is_done = [this] { return done_; };
  try {
    while (!wake_.wait_for(lock, every, is_done) && IsHeld()) {
      ::utimensat(AT_FDCWD, claim_.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
    }
  } catch (const std::exception&) {  // out of memory: as silent as a process that stands still
  }
}

}  // namespace saccade
