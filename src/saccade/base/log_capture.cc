#include "saccade/base/log_capture.h"

#include <utility>

namespace saccade {
namespace {

thread_local const LogCapture::Take* t_take = nullptr;

}  // namespace

LogCapture::LogCapture(Take take) : take_(std::move(take)), outer_(t_take) { t_take = &take_; }
LogCapture::~LogCapture() { t_take = outer_; }
const LogCapture::Take* LogCapture::Current() { return t_take; }

}  // namespace saccade
