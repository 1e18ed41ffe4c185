#include "saccade/base/interrupt.h"

#include <cxxabi.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <string_view>
#include <typeinfo>

#include "saccade/base/error.h"
#include "saccade/base/terminal.h"
#include "saccade/base/watch.h"

namespace saccade {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

// Lock-free, because a signal handler reads it. More files at a time than this only lose the
// clean-up.
std::array<std::atomic<const char*>, 64> g_unfinished{};

// With system calls alone, as a signal handler must.
void RemoveTree(int folder, const char* name, int levels) {
  if (::unlinkat(folder, name, 0) == 0 || errno != EISDIR || levels == 0) return;
  const int inside = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inside < 0) return;
  alignas(dirent64) char buffer[2048];
  for (long size; (size = ::syscall(SYS_getdents64, inside, buffer, sizeof buffer)) > 0;) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      at += entry->d_reclen;
      const std::string_view found = entry->d_name;
      if (found != "." && found != "..") RemoveTree(inside, entry->d_name, levels - 1);
    }
  }
  ::close(inside);
  ::unlinkat(folder, name, AT_REMOVEDIR);
}

extern "C" void OnInterrupt(int signal) {
  g_interrupted = 1;
  std::signal(signal, SIG_DFL);
}

enum class End { kNotTold, kStopping, kTold };
std::atomic<End> g_end{End::kNotTold};

bool IsFirstToEnd(End how) {
  End expected = End::kNotTold;
  return g_end.compare_exchange_strong(expected, how);
}

[[noreturn]] void Stop(int exit_code, std::string_view line) {
  const bool first = IsFirstToEnd(End::kStopping);
  // Another thread is at it and ends this one too.
  while (!first && g_end == End::kStopping) ::pause();
  for (const auto& unfinished : g_unfinished) {
    if (const char* path = unfinished.load()) RemoveTree(AT_FDCWD, path, 4);
  }
  for (const std::string_view text : {EraseStatusFromSignal(), line}) {
    [[maybe_unused]] ssize_t written = 0;
    if (first) written = ::write(STDERR_FILENO, text.data(), text.size());
  }
  ::_exit(exit_code);
}

// It may have come over the thread that is just ending the process.
extern "C" void OnStop(int) {
  if (g_end == End::kNotTold) Stop(130, "saccade: interrupted; nothing unfinished was kept\n");
}

[[noreturn]] void OnTerminate() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type != nullptr && *type == typeid(std::bad_alloc)) Stop(1, kOutOfMemory);
  Stop(1, "saccade: a bug in saccade: an exception where none may be; please report it\n");
}

// A process that was started to survive its terminal (nohup) does.
void OnHangUp(void (*handler)(int)) {
  if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace

void CatchInterrupts() {
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
  OnHangUp(OnInterrupt);
}

bool InterruptRequested() {
  const WatchScope* const scope = WatchScope::Current();
  return g_interrupted != 0 || (scope != nullptr && scope->StopRequested());
}

void StopIfAsked() {
  if (InterruptRequested()) throw Interrupted("stopped");
}

void StopOnInterrupts() {
  std::signal(SIGINT, OnStop);
  std::signal(SIGTERM, OnStop);
  OnHangUp(OnStop);
}

void TellEnd(std::string_view line) {
  if (!IsFirstToEnd(End::kTold)) return;
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

void StopOnTerminate() { std::set_terminate(OnTerminate); }

void RemoveOnInterrupt(const char* path) {
  for (auto& file : g_unfinished) {
    const char* free = nullptr;
    if (file.compare_exchange_strong(free, path)) return;
  }
}

void KeepOnInterrupt(const char* path) {
  for (auto& file : g_unfinished) {
    const char* expected = path;
    if (file.compare_exchange_strong(expected, nullptr)) return;
  }
}

}  // namespace saccade
