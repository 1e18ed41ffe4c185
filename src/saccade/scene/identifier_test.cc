#include "saccade/scene/identifier.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace saccade {
namespace {

TEST(Identifier, NumbersSortByValueBeforeNames) {
  std::vector<Identifier> people = {Identifier("P2"), 10, Identifier("anna"), 2, Identifier("03")};
  std::ranges::sort(people);
  EXPECT_EQ(fmt::format("{}", fmt::join(people, " ")), "2 10 03 P2 anna");
}

TEST(Identifier, IsANumberInJsonOnlyWhenItsTextIsThatNumber) {
  const std::vector<Identifier> people = {7, Identifier("07"), Identifier("P7"), Identifier(),
                                          Identifier("99999999999999999999")};
  const nlohmann::json json = people;
  EXPECT_EQ(json.dump(), R"([7,"07","P7",null,"99999999999999999999"])");
  EXPECT_EQ(json.get<std::vector<Identifier>>(), people);
}

TEST(Identifier, WhoIsNotKnownIsNotTheSamePersonAsAnother) {
  EXPECT_TRUE(IsSamePerson(3, Identifier("3")));
  EXPECT_FALSE(IsSamePerson(Identifier("3"), Identifier("03")));
  EXPECT_FALSE(IsSamePerson(Identifier(), Identifier()));
}

}  // namespace
}  // namespace saccade
