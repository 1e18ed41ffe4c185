#include "saccade/base/interrupt.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/base/watch.h"

namespace saccade {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

// Lock-free, because a signal handler reads it. More files at a time than this only lose the
// clean-up.
std::array<std::atomic<const char*>, 64> g_unfinished_files{};

extern "C" void OnInterrupt(int signal) {
  g_interrupted = 1;
  std::signal(signal, SIG_DFL);
}

extern "C" void OnStop(int) {
  for (const auto& file : g_unfinished_files) {
    if (const char* path = file.load()) ::unlink(path);
  }
  constexpr std::string_view kLine = "saccade: interrupted; nothing unfinished was kept\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(130);
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

void RemoveOnInterrupt(const char* path) {
  for (auto& file : g_unfinished_files) {
    const char* free = nullptr;
    if (file.compare_exchange_strong(free, path)) return;
  }
}

void KeepOnInterrupt(const char* path) {
  for (auto& file : g_unfinished_files) {
    const char* expected = path;
    if (file.compare_exchange_strong(expected, nullptr)) return;
  }
}

}  // namespace saccade
