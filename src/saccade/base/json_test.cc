#include "saccade/base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"

namespace saccade {
namespace {

std::string ErrorOf(std::string_view text) {
  try {
    ParseJson(text, "f.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string Nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

TEST(ParseJson, TakesWhatIsAsDeepAsAllowedAndNoDeeper) {
  EXPECT_EQ(ErrorOf(Nested(kDeepestJson)), "");
  EXPECT_EQ(ErrorOf(Nested(kDeepestJson + 1)), "f.json:line 1: nests deeper than 64 levels");
  EXPECT_EQ(ErrorOf("\n{\"a\":" + std::string(100'000, '[')),
            "f.json:line 2: nests deeper than 64 levels");
  // Brackets in strings are text, also behind an escaped quote.
  EXPECT_EQ(ErrorOf("\"\\\"" + std::string(200, '[') + "\""), "");
}

TEST(ParseJson, SaysWhereItEndsToBeJson) {
  EXPECT_EQ(ErrorOf("{\"a\": 1,\n \"b\": oops}"), "f.json:line 2: is not JSON from here: oops}");
  EXPECT_EQ(ErrorOf(" \n"), "f.json: is empty; JSON is expected");
  EXPECT_NE(ErrorOf("{\"a\": \"\x01\"}"), "");
  EXPECT_LT(ErrorOf("[1, " + std::string(1 << 20, 'x')).size(), 120u);
}

TEST(JsonText, IsShortWhateverTheValue) {
  using Json = nlohmann::json;
  EXPECT_EQ(JsonText(Json(3.5)), "3.5");
  EXPECT_EQ(JsonText(Json("cup")), "\"cup\"");
  EXPECT_EQ(JsonText(Json::array({1})), "a list");
  EXPECT_EQ(JsonText(Json::object()), "an empty object");
  EXPECT_EQ(JsonText(Json(nullptr)), "null");
  EXPECT_LT(JsonText(Json(std::string(1 << 20, '\n'))).size(), 140u);
}

}  // namespace
}  // namespace saccade
