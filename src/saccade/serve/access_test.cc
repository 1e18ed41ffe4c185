#include "saccade/serve/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace saccade::serve {
namespace {

AccessRules Loopback() { return {.hosts = {"127.0.0.1:8383", "localhost:8383"}, .token = {}}; }

RequestHead Get(std::string path) {
  return {.method = "GET", .path = std::move(path), .host = "127.0.0.1:8383"};
}

RequestHead Post(std::string type) {
  RequestHead head = Get("/api/predict");
  head.method = "POST";
  head.content_type = std::move(type);
  return head;
}

int StatusOf(const RequestHead& head, const AccessRules& rules) {
  const auto refusal = Refused(head, rules);
  return refusal ? refusal->status : 200;
}

TEST(Access, ThePageItselfMayAsk) {
  RequestHead head = Post("image/jpeg");
  head.origin = "http://127.0.0.1:8383";
  EXPECT_EQ(StatusOf(head, Loopback()), 200);
}

TEST(Access, AnotherSitesPageMayNot) {
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:8384",
                             "http://127.0.0.1:8383.evil.example", "https://127.0.0.1:8383"}) {
    SCOPED_TRACE(origin);
    RequestHead head = Post("image/jpeg");
    head.origin = origin;
    EXPECT_EQ(StatusOf(head, Loopback()), 403);
  }
}

TEST(Access, ANameThatPointsHereIsNotOurs) {
  for (const char* host : {"evil.example", "evil.example:8383", "", "127.0.0.1", "127.0.0.1:80"}) {
    SCOPED_TRACE(host);
    RequestHead head = Get("/");
    head.host = host;
    EXPECT_EQ(StatusOf(head, Loopback()), 421);
  }
}

TEST(Access, QuestionsNeedTheTokenWhereThereIsOneAndThePageDoesNot) {
  const AccessRules rules{.hosts = {}, .token = "0123abcd"};
  EXPECT_EQ(StatusOf(Get("/"), rules), 200);
  EXPECT_EQ(StatusOf(Get("/api/models"), rules), 401);
  RequestHead head = Get("/api/models");
  for (const char* wrong : {"Bearer 0123abce", "Bearer 0123abc", "Bearer ", "0123abcd"}) {
    SCOPED_TRACE(wrong);
    head.authorization = wrong;
    EXPECT_EQ(StatusOf(head, rules), 401);
  }
  head.authorization = "Bearer 0123abcd";
  EXPECT_EQ(StatusOf(head, rules), 200);
}

TEST(Access, BodiesArePhotosAsTheyAre) {
  EXPECT_EQ(StatusOf(Post("image/png; charset=x"), Loopback()), 200);
  for (const char* type : {"", "text/plain", "multipart/form-data; boundary=x",
                           "application/x-www-form-urlencoded", "image/svg+xml"}) {
    SCOPED_TRACE(type);
    EXPECT_EQ(StatusOf(Post(type), Loopback()), 415);
  }
  RequestHead packed = Post("image/png");
  packed.content_encoding = "br";
  EXPECT_EQ(StatusOf(packed, Loopback()), 415);
}

TEST(Access, OtherMethodsAreNotAnswered) {
  RequestHead head = Get("/");
  head.method = "PUT";
  EXPECT_EQ(StatusOf(head, Loopback()), 405);
}

TEST(Access, TokensAreLongAndNeverTheSame) {
  EXPECT_EQ(NewToken().size(), 32u);
  EXPECT_NE(NewToken(), NewToken());
}

}  // namespace
}  // namespace saccade::serve
