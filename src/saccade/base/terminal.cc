#include "saccade/base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace saccade {
namespace {

constexpr std::string_view kErase = "\r\033[K";
constexpr std::size_t kUsual = 80, kLeast = 20;

std::recursive_mutex g_mutex;
std::string g_status;
std::atomic<bool> g_drawn = false;  // read by signal handlers

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

void Write(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

// At most so many code points.
std::string_view Cut(std::string_view utf8, std::size_t most) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(utf8[i]) & 0xC0) != 0x80;
    if (begins && count++ == most) return utf8.substr(0, i);
  }
  return utf8;
}

}  // namespace

bool IsTerminal(int descriptor) {
  return ::isatty(descriptor) == 1 && Environment("TERM") != "dumb";
}

bool MayBeStyled(int descriptor) {
  return IsTerminal(descriptor) && Environment("NO_COLOR").empty();
}

std::optional<std::size_t> LineWidth(int descriptor) {
  const std::string_view said = Environment("COLUMNS");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), columns);
  if (error == std::errc() && end == said.data() + said.size() && columns > 0) {
    return std::max(kLeast, columns);
  }
  if (::isatty(descriptor) != 1) return std::nullopt;
  winsize size{};
  const bool told = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return told ? std::max<std::size_t>(kLeast, size.ws_col) : kUsual;
}

void DrawStatus(std::string_view line) {
  const std::lock_guard lock(g_mutex);
  g_status = Cut(line, LineWidth(STDERR_FILENO).value_or(kUsual) - 1);
  g_drawn = true;
  Write(std::string(kErase) + g_status);
}

void EraseStatus() {
  const std::lock_guard lock(g_mutex);
  if (g_drawn) Write(kErase);
  g_drawn = false;
  g_status.clear();
}

AboveStatus::AboveStatus() {
  g_mutex.lock();
  if (g_drawn) Write(kErase);
}

AboveStatus::~AboveStatus() {
  if (g_drawn) Write(g_status);
  g_mutex.unlock();
}

std::string_view EraseStatusFromSignal() { return g_drawn ? kErase : std::string_view(); }

}  // namespace saccade
