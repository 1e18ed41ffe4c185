#include "saccade/synth/parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "saccade/synth/data_set.h"

namespace saccade::synth {
namespace {

TEST(Evidence, GrowsWithSizeAndContrastAndFallsWithBlur) {
  for (const double side : {5.0, 10.0, 20.0, 40.0}) {
    SCOPED_TRACE(side);
    EXPECT_LT(Evidence(side, .5, Sharpness::kBlurred), Evidence(side, .5, Sharpness::kSharp));
    EXPECT_LT(Evidence(side, .1, Sharpness::kBlurred), Evidence(side, .9, Sharpness::kBlurred));
    EXPECT_LT(Evidence(side, .5, Sharpness::kSharp), Evidence(side + 5, .5, Sharpness::kSharp));
  }
}

TEST(Lookalikes, AreMutual) {
  for (int channel = 0; channel < kThingChannels; ++channel) {
    for (const int other : Lookalikes(channel)) {
      EXPECT_TRUE(std::ranges::count(Lookalikes(other), channel)) << channel << " " << other;
      EXPECT_NE(other, channel);
    }
  }
  const auto alike = Lookalikes(*ChannelOfName("cup"));
  EXPECT_TRUE(std::ranges::count(alike, *ChannelOfName("bowl")));
  EXPECT_TRUE(std::ranges::count(alike, *ChannelOfName("bottle")));
}

// One parse of each scene of a few tasks, with the share of its things that are found as what they
// are: a segment of the same class that overlaps the thing's box.
struct Shares {
  double small = 0, large = 0;  // found
  int small_count = 0, large_count = 0;
};

bool Shows(const Parse& parse, const TrueObject& thing) {
  return std::ranges::any_of(parse.segments, [&](const PanopticSegment& s) {
    const PointInImage a = s.box.Center(), b = thing.box.Center();
    return s.channel == thing.channel && std::abs(a.x - b.x) < 16 && std::abs(a.y - b.y) < 16;
  });
}

class ParsedPictures : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    pictures_ = new std::vector<SimulatedPicture>;
    for (int i = 0; i < 27; ++i) pictures_->push_back(MakePicture({.seed = 3}, i));
  }
  static void TearDownTestSuite() {
    delete pictures_;
    pictures_ = nullptr;
  }
  static Shares Found(Parse SimulatedPicture::*layer) {
    Shares shares;
    for (const SimulatedPicture& picture : *pictures_) {
      for (const TrueObject& thing : picture.things) {
        const double area = thing.box.width * thing.box.height;
        const bool found = Shows(picture.*layer, thing);
        if (area >= 60 && area < 700) {
          shares.small += found;
          ++shares.small_count;
        } else if (area >= 4000 && area < 20000) {
          shares.large += found;
          ++shares.large_count;
        }
      }
    }
    shares.small /= shares.small_count;
    shares.large /= shares.large_count;
    return shares;
  }

  static std::vector<SimulatedPicture>* pictures_;
};
std::vector<SimulatedPicture>* ParsedPictures::pictures_ = nullptr;

TEST_F(ParsedPictures, BlurLosesSmallThingsAndKeepsLargeOnes) {
  const Shares sharp = Found(&SimulatedPicture::sharp), blurred = Found(&SimulatedPicture::blurred);
  ASSERT_GT(sharp.small_count, 30);
  ASSERT_GT(sharp.large_count, 30);
  EXPECT_GT(sharp.large, .85);
  EXPECT_GT(blurred.large, .75);
  EXPECT_GT(sharp.small, .6);
  EXPECT_LT(blurred.small, sharp.small - .25);
  EXPECT_LT(blurred.small, blurred.large - .25);
}

TEST_F(ParsedPictures, BlurConfusesMoreThanSharpSightDoes) {
  // Classes that are nowhere in the picture.
  const auto wrong = [](const SimulatedPicture& picture, const Parse& parse) {
    return std::ranges::count_if(parse.segments, [&](const PanopticSegment& s) {
      return s.is_thing() && std::ranges::none_of(picture.things, [&](const TrueObject& thing) {
               return thing.channel == s.channel;
             });
    });
  };
  std::ptrdiff_t sharp = 0, blurred = 0;
  for (const SimulatedPicture& picture : *pictures_) {
    sharp += wrong(picture, picture.sharp);
    blurred += wrong(picture, picture.blurred);
  }
  EXPECT_GT(blurred, 2 * sharp);
  EXPECT_GT(blurred, 10);
}

TEST_F(ParsedPictures, ScoresAreSharpHighAndBlurredLower) {
  double sharp = 0, blurred = 0;
  int sharp_count = 0, blurred_count = 0;
  for (const SimulatedPicture& picture : *pictures_) {
    for (const PanopticSegment& s : picture.sharp.segments) {
      EXPECT_GE(s.score, .1);
      EXPECT_LE(s.score, 1);
      if (s.is_thing()) sharp += s.score, ++sharp_count;
    }
    for (const PanopticSegment& s : picture.blurred.segments) {
      if (s.is_thing()) blurred += s.score, ++blurred_count;
    }
  }
  EXPECT_LT(blurred_count, sharp_count);
  EXPECT_LT(blurred / blurred_count, sharp / sharp_count - .1);
}

TEST_F(ParsedPictures, SegmentsDescribeTheMap) {
  for (const SimulatedPicture& picture : *pictures_) {
    for (const Parse* parse : {&picture.sharp, &picture.blurred}) {
      std::set<int> stuff;
      std::size_t area = 0;
      for (const PanopticSegment& s : parse->segments) {
        EXPECT_EQ(s.area, std::ranges::count(parse->ids.values, s.id));
        if (!s.is_thing()) {
          EXPECT_TRUE(stuff.insert(s.channel).second) << "stuff is one region a class";
        }
        area += static_cast<std::size_t>(s.area);
      }
      EXPECT_EQ(area, parse->ids.values.size()) << "every pixel has a segment";
    }
  }
}

}  // namespace
}  // namespace saccade::synth
