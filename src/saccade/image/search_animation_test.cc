#include "saccade/image/search_animation.h"

#include <gtest/gtest.h>
#include <webp/demux.h>

#include <memory>
#include <span>

#include "saccade/base/error.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/webp_animation.h"

namespace saccade {
namespace {

struct Frame {
  Picture picture;
  int end = 0;  // milliseconds
};

// Through libwebp's own decoder of animations.
std::vector<Frame> Frames(const std::string& bytes) {
  const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(
      WebPAnimDecoderNew(&data, nullptr), WebPAnimDecoderDelete);
  WebPAnimInfo info;
  EXPECT_TRUE(WebPAnimDecoderGetInfo(decoder.get(), &info));
  std::vector<Frame> frames;
  std::uint8_t* rgba = nullptr;
  for (int end = 0; WebPAnimDecoderGetNext(decoder.get(), &rgba, &end);) {
    Picture picture(static_cast<int>(info.canvas_width), static_cast<int>(info.canvas_height));
    for (std::size_t i = 0; i < picture.rgb.size(); ++i) picture.rgb[i] = rgba[i / 3 * 4 + i % 3];
    frames.push_back({std::move(picture), end});
  }
  return frames;
}

bool IsBlue(const Picture& picture, int x, int y) {
  const auto* pixel = picture.At(x, y);
  return pixel[2] > 120 && pixel[0] < 90;
}

ScanpathFigure TwoSearches() {
  ScanpathFigure figure;
  figure.numbers = false;
  figure.legend = false;
  const Color blue{0, 0, 255};
  figure.scanpaths = {{.scanpath = {{{50, 50}, 100}, {{250, 50}, 0}}, .color = blue},
                      {.scanpath = {{{50, 150}, 0}}, .color = blue}};
  return figure;
}

TEST(SearchAnimation, ShowsEachFixationWhenTheEyesLand) {
  const auto frames = Frames(SearchAnimation(Picture(320, 200, {255, 255, 255}), TwoSearches()));
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_TRUE(IsBlue(frames[0].picture, 50, 50));
  EXPECT_TRUE(IsBlue(frames[0].picture, 50, 150));
  EXPECT_FALSE(IsBlue(frames[0].picture, 250, 50));
  EXPECT_EQ(frames[0].end, 140);  // 100 ms and a saccade of 40
  EXPECT_TRUE(IsBlue(frames[1].picture, 250, 50));
}

TEST(SearchAnimation, OfNothingIsThePicture) {
  const auto frames = Frames(SearchAnimation(Picture(64, 40, {10, 20, 200}), {}));
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_TRUE(IsBlue(frames[0].picture, 32, 20));
}

TEST(WebpAnimation, RefusesAFrameOfAnotherSize) {
  WebpAnimation animation;
  animation.Add(Picture(64, 40), 100);
  EXPECT_THROW(animation.Add(Picture(64, 41), 100), std::invalid_argument);
}

TEST(WebpAnimation, IsNotReadAsAPhoto) {
  WebpAnimation animation;
  animation.Add(Picture(64, 40, {255, 0, 0}), 100);
  animation.Add(Picture(64, 40, {0, 0, 255}), 100);
  const std::string bytes = animation.Finish();
  EXPECT_THROW(DecodePicture(std::as_bytes(std::span(bytes)), "a.webp"), InputError);
}

}  // namespace
}  // namespace saccade
