#include "saccade/base/watch.h"

namespace saccade {
namespace {

thread_local WatchScope* t_scope = nullptr;

}  // namespace

WatchScope::WatchScope(const Watch& watch, Stops stops)
    : watch_(watch), stops_(stops), outer_(t_scope) {
  if (watch.progress || watch.stop.stop_possible()) t_scope = this;
}

WatchScope::~WatchScope() { t_scope = outer_; }

WatchScope* WatchScope::Current() { return t_scope; }
void WatchScope::SetCurrent(WatchScope* scope) { t_scope = scope; }

void WatchScope::Report(const ProgressReport& report) {
  const std::lock_guard lock(mutex_);
  if (!watch_.progress(report)) refused_ = true;
}

}  // namespace saccade
