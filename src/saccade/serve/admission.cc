#include "saccade/serve/admission.h"

namespace saccade::serve {

std::pair<Admission::Outcome, std::optional<Admission::Place>> Admission::Enter(
    Clock::time_point until) {
  std::unique_lock lock(mutex_);
  if (free_ == 0) {
    if (may_wait_ == 0) return {Outcome::kFull, std::nullopt};
    --may_wait_;
    const bool came = left_.wait_until(lock, until, [&] { return free_ > 0; });
    ++may_wait_;
    if (!came) return {Outcome::kTooLate, std::nullopt};
  }
  --free_;
  return {Outcome::kAdmitted, std::optional<Place>(std::in_place, this)};
}

void Admission::Leave() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  left_.notify_one();
}

bool BodyBudget::Share::Take(std::size_t bytes) {
  const std::lock_guard lock(budget_.mutex_);
  if (bytes > budget_.left_) return false;
  budget_.left_ -= bytes;
  taken_ += bytes;
  return true;
}

BodyBudget::Share::~Share() {
  const std::lock_guard lock(budget_.mutex_);
  budget_.left_ += taken_;
}

}  // namespace saccade::serve
