#include "saccade/serve/photo_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/image/picture_file.h"
#include "saccade/serve/openapi.h"
#include "saccade/testing/message_of.h"

namespace saccade::serve {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::MessageOf;

// Sees a clock in red pixels and wall everywhere else.
class RedIsAClock : public Parser {
 public:
  SceneParse Parse(const Picture& picture) const override {
    const int clock = ChannelOfTask(*TaskIndex("clock"));
    SceneParse parse{Raster<std::uint32_t>(picture.width, picture.height, 2),
                     {{1, clock, 0.75f}, {2, kThingChannels + 40}}};
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        if (picture.At(x, y)[1] < 100) parse.ids.At(x, y) = 1;
      }
    }
    return parse;
  }
  std::string Description() const override { return "red is a clock"; }
};

PhotoApi Api() {
  const std::shared_ptr<const ScanpathModel> model = OpenModel("target-sharp");
  return {std::make_shared<const app::PhotoSearcher>(model, std::make_shared<RedIsAClock>(), 2),
          std::nullopt, 0};
}

// 1024x640 with a clock in the lower right.
std::string Photo() {
  Picture photo(1024, 640, {255, 255, 255});
  for (int y = 480; y < 560; ++y) {
    for (int x = 800; x < 900; ++x) photo.At(x, y)[1] = photo.At(x, y)[2] = 0;
  }
  return EncodePng(photo);
}

json Predicted(const Query& query) { return json::parse(Api().Predict(query, Photo(), {}).body); }

std::string Refused(const Query& query, const std::string& photo = Photo()) {
  return MessageOf([&] { Api().Predict(query, photo, {}); });
}

TEST(PhotoApi, AnswersScanpathsInThePhotosPixels) {
  const json answer = Predicted({{"target", "clock"}, {"samples", "4"}, {"name", "mine.png"}});
  EXPECT_EQ(answer["image"], "mine.png");
  EXPECT_EQ(answer["width"], 1024);
  EXPECT_EQ(answer["parser"], "red is a clock");
  ASSERT_EQ(answer["scanpaths"].size(), 4u);
  EXPECT_EQ(answer["scanpaths"][0]["X"][0], 512);
  EXPECT_EQ(answer["targets"][0]["on_target"], 4);
}

TEST(PhotoApi, AnswersTheSameForTheSameSeedAlone) {
  const Query query = {{"target", "clock"}, {"seed", "5"}};
  EXPECT_EQ(Predicted(query), Predicted(query));
  EXPECT_NE(Predicted(query), Predicted({{"target", "clock"}, {"seed", "6"}}));
}

TEST(PhotoApi, AHiddenClassIsNotSearchedFor) {
  const json answer = Predicted({{"target", "clock"}, {"without", "clock"}, {"samples", "20"}});
  EXPECT_LT(answer["targets"][0]["on_target"], 20);  // without it the sampler looks anywhere
}

TEST(PhotoApi, GivesThePageWhatItPlays) {
  const json play = Predicted({{"target", "clock,tv"}, {"as", "play"}, {"samples", "3"}});
  ASSERT_EQ(play["searches"].size(), 2u);
  const json track = play["searches"][0]["rows"][0]["tracks"][2];
  EXPECT_EQ(track["who"], "clock, search 3");
  EXPECT_TRUE(track["found"]);
  EXPECT_EQ(track["next"].size(), track["points"].size());
  EXPECT_EQ(play["searches"][0]["targets"], json::array({{800, 480, 100, 80}}));
  EXPECT_FALSE(play["searches"][0].contains("unsure"));
  EXPECT_TRUE(play["searches"][1]["targets"].empty());
  EXPECT_EQ(play["searches"][1]["unsure"], true);
  EXPECT_THAT(play["classes"], ::testing::Contains("clock"));
}

TEST(PhotoApi, SaysWhatIsWrongWithAQuestion) {
  EXPECT_THAT(Refused({}), HasSubstr("needs --target"));
  EXPECT_THAT(Refused({{"target", "clok"}}), HasSubstr("did you mean clock?"));
  EXPECT_THAT(Refused({{"target", "clock"}, {"samples", "0"}}), HasSubstr("from 1 to 100"));
  EXPECT_THAT(Refused({{"target", "clock"}, {"samples", "1e3"}}), HasSubstr("from 1 to 100"));
  EXPECT_THAT(Refused({{"target", "clock"}, {"seed", "-1"}}), HasSubstr("from 0"));
  EXPECT_THAT(Refused({{"target", "clock"}, {"as", "svg"}}), HasSubstr("json, play"));
  EXPECT_THAT(Refused({{"target", "clock"}, {"without", "clok"}}), HasSubstr("clok"));
  EXPECT_THAT(Refused({{"target", "clock"}, {"file", "/etc/passwd"}}), HasSubstr("\"file\""));
  EXPECT_THAT(Refused({{"target", "clock"}}, ""), HasSubstr("body is empty"));
  EXPECT_THAT(Refused({{"target", "clock"}}, "text"), HasSubstr("photo"));
}

TEST(PhotoApi, ANameThatIsNoTextIsSaidBackAsText) {
  EXPECT_EQ(Predicted({{"target", "clock"}, {"name", "a\xff\n"}})["image"], "a\\xff\\n");
}

TEST(OpenApi, IsJson) { EXPECT_EQ(json::parse(OpenApi())["openapi"], "3.1.0"); }

}  // namespace
}  // namespace saccade::serve
