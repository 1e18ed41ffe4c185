#include "saccade/serve/admission.h"

#include <gtest/gtest.h>

#include <thread>

namespace saccade::serve {
namespace {

using namespace std::chrono_literals;
using Clock = Admission::Clock;

TEST(Admission, SendsAwayWhoFindsNoPlaceToWait) {
  Admission admission(1, 0);
  const auto first = admission.Enter(Clock::now() + 1s);
  EXPECT_EQ(first.first, Admission::Outcome::kAdmitted);
  EXPECT_EQ(admission.Enter(Clock::now() + 1s).first, Admission::Outcome::kFull);
}

TEST(Admission, SendsAwayWhoWaitsTooLong) {
  Admission admission(1, 1);
  const auto first = admission.Enter(Clock::now());
  EXPECT_EQ(admission.Enter(Clock::now() + 20ms).first, Admission::Outcome::kTooLate);
}

TEST(Admission, APlaceThatIsLeftGoesToWhoWaits) {
  Admission admission(1, 1);
  std::optional<std::pair<Admission::Outcome, std::optional<Admission::Place>>> first(
      admission.Enter(Clock::now()));
  Admission::Outcome outcome = Admission::Outcome::kFull;
  std::thread waiting([&] { outcome = admission.Enter(Clock::now() + 10s).first; });
  first.reset();
  waiting.join();
  EXPECT_EQ(outcome, Admission::Outcome::kAdmitted);
  EXPECT_EQ(admission.Enter(Clock::now()).first, Admission::Outcome::kAdmitted);  // and left it
}

TEST(BodyBudget, IsSharedAndGivenBack) {
  BodyBudget budget(100);
  BodyBudget::Share first(budget);
  EXPECT_TRUE(first.Take(60));
  {
    BodyBudget::Share second(budget);
    EXPECT_TRUE(second.Take(40));
    EXPECT_FALSE(first.Take(1));
  }
  EXPECT_TRUE(first.Take(40));
  EXPECT_FALSE(first.Take(1));
}

}  // namespace
}  // namespace saccade::serve
