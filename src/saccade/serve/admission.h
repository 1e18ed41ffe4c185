#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace saccade::serve {

// How much goes on at once: so many pieces of work, so many that wait for their turn. Who comes
// when all places are taken is sent away at once, who waits too long later.
class Admission {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Outcome { kAdmitted, kFull, kTooLate };

  Admission(int running, int waiting) : free_(running), may_wait_(waiting) {}

  // The caller's place while it lives.
  class Place {
   public:
    explicit Place(Admission* admission) : admission_(admission) {}
    Place(Place&& other) noexcept : admission_(std::exchange(other.admission_, nullptr)) {}
    Place& operator=(Place&&) = delete;
    ~Place() {
      if (admission_) admission_->Leave();
    }

   private:
    Admission* admission_;
  };

  // A place, or why there is none.
  std::pair<Outcome, std::optional<Place>> Enter(Clock::time_point until);

 private:
  void Leave();

  std::mutex mutex_;
  std::condition_variable left_;
  int free_;
  int may_wait_;
};

// Bytes of bodies that are in memory at once, of all requests together.
class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes) : left_(bytes) {}

  // What one request has taken; given back when it ends.
  class Share {
   public:
    explicit Share(BodyBudget& budget) : budget_(budget) {}
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share();
    bool Take(std::size_t bytes);  // false: there is not so much left

   private:
    BodyBudget& budget_;
    std::size_t taken_ = 0;
  };

 private:
  std::mutex mutex_;
  std::size_t left_;
};

}  // namespace saccade::serve
