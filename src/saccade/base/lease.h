#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace saccade {

struct LeaseHolder {
  std::string host;
  int pid = 0;
  std::string Text() const { return host + ":" + std::to_string(pid); }
  bool operator==(const LeaseHolder&) const = default;
};

// A claim that all processes respect which see the same folder, on this machine or another: of
// those that ask one gets it, and keeps it until it lets go, dies or is silent for too long.
//
//   if (const auto lease = Lease::Take(folder / "lease")) Work();    // else HolderOf says who has
//   it
//
// On disk it is FILE.N, with host, pid, start of the process and machine in it; its holder renews
// its time. Who takes over, or lets go, makes FILE.N+1, which only one can: numbers never come
// again, so nobody takes over a claim that is not the one he saw. Needs no locks of the file system
// and no clocks that agree: ages are differences of the file server's own times.
class Lease {
 public:
  struct Times {
    std::chrono::milliseconds renewal{15'000};
    std::chrono::milliseconds expiry{120'000};  // silence after which it is anybody's
  };

  // Nothing while somebody else, or another Lease of this process, has it. The folder must exist.
  // Throws Failure when it cannot be written.
  static std::unique_ptr<Lease> Take(const std::filesystem::path& file, const Times& times);
  static std::unique_ptr<Lease> Take(const std::filesystem::path& file);

  // Who has it, if anybody alive. Writes nothing and so trusts the clock of this machine.
  static std::optional<LeaseHolder> HolderOf(const std::filesystem::path& file, const Times& times);
  static std::optional<LeaseHolder> HolderOf(const std::filesystem::path& file);

  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  // False once another process took it over, because this one was silent (stopped, cut off).
  bool IsHeld() const;

 private:
  Lease(const std::filesystem::path& file, int number, const Times& times);
  void Renew(std::chrono::milliseconds every);

  std::filesystem::path file_;
  int number_;
  std::string claim_;  // FILE.N
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread renewal_;
};

}  // namespace saccade
