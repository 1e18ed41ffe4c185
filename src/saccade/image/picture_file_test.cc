#include "saccade/image/picture_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/picture_samples_test.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Picture Decode(const std::string& bytes, Color background = {255, 255, 255}) {
  return DecodePicture(AsBytes(bytes), "photo", {.background = background});
}

std::string ErrorOf(const std::string& bytes) {
  return testing::MessageOf([&] { Decode(bytes); });
}

Color At(const Picture& picture, int x, int y) {
  const std::uint8_t* p = picture.At(x, y);
  return {p[0], p[1], p[2]};
}

TEST(PictureFile, PngKeepsEveryPixel) {
  const Picture picture = NoisePicture(37, 21);
  EXPECT_EQ(Decode(EncodePng(picture)), picture);
}

TEST(PictureFile, LosslessWebpKeepsEveryPixelAndAlphaShowsTheBackground) {
  const Picture picture = NoisePicture(19, 23);
  EXPECT_EQ(Decode(EncodeWebp(picture)), picture);

  const std::uint8_t rgba[] = {200, 100, 0, 255, 200, 100, 0, 51, 9, 9, 9, 0};
  const Picture decoded = Decode(EncodeWebpRgba(rgba, 3, 1), {100, 100, 100});
  EXPECT_EQ(At(decoded, 0, 0), (Color{200, 100, 0}));
  EXPECT_EQ(At(decoded, 1, 0), (Color{120, 100, 80}));  // a fifth of the way from the background
  EXPECT_EQ(At(decoded, 2, 0), (Color{100, 100, 100}));
}

TEST(PictureFile, JpegIsCloseToWhatWasWritten) {
  const Picture picture = SmoothPicture(48, 32);
  const Picture decoded = Decode(EncodeJpeg(picture, 95));
  ASSERT_EQ(decoded.width, 48);
  ASSERT_EQ(decoded.height, 32);
  for (std::size_t i = 0; i < picture.rgb.size(); ++i) {
    ASSERT_NEAR(decoded.rgb[i], picture.rgb[i], 8) << i;
  }
}

TEST(PictureFile, JpegPixelsAreThoseOfTheUsualDecoder) {
  SACCADE_NEEDS_DATA("gold_net/resnet50.json");
  std::ifstream file(testing::SharedData("gold_net/resnet50.json"));
  const auto gold = nlohmann::json::parse(file);
  for (const auto& entry : gold.at("pictures")) {
    const std::string name = entry.at("name");
    SCOPED_TRACE(name);
    const Picture picture =
        ReadPicture(testing::SharedData("coco_search18/images_512x320/" + name));
    std::int64_t sum = 0;
    for (const std::uint8_t value : picture.rgb) sum += value;
    EXPECT_EQ(sum, entry.at("pixel_sum").get<std::int64_t>());
  }
}

TEST(PictureFile, GreyAndCmykJpegBecomeRgb) {
  const Picture grey = Decode(GreyJpeg(16, 8, 90));
  EXPECT_NEAR(grey.At(3, 3)[0], 90, 1);
  EXPECT_EQ(grey.At(3, 3)[0], grey.At(3, 3)[1]);
  EXPECT_EQ(grey.At(3, 3)[0], grey.At(3, 3)[2]);

  // Adobe's inverted inks: light of 200, 120, 40 each dimmed by light 128 of the black.
  const Picture adobe = Decode(CmykJpeg({200, 120, 40, 128}, true));
  EXPECT_NEAR(adobe.At(4, 4)[0], 100, 2);
  EXPECT_NEAR(adobe.At(4, 4)[1], 60, 2);
  EXPECT_NEAR(adobe.At(4, 4)[2], 20, 2);
  // The same inks the right way round.
  const Picture plain = Decode(CmykJpeg({55, 135, 215, 127}, false));
  EXPECT_NEAR(plain.At(4, 4)[0], 100, 2);
  EXPECT_NEAR(plain.At(4, 4)[2], 20, 2);
}

TEST(PictureFile, EveryPngKindIsRead) {
  const PngSample sample{.width = 4, .height = 2};
  EXPECT_EQ(At(Decode(GreyPng(sample, 8, 77)), 1, 1), (Color{77, 77, 77}));
  EXPECT_EQ(At(Decode(GreyPng(sample, 1, 1)), 1, 1), (Color{255, 255, 255}));
  // 16 bits: 0x8040 / 65535 * 255 = 127.75 rounds up.
  EXPECT_EQ(At(Decode(GreyPng(sample, 16, 0x8040)), 1, 1), (Color{128, 128, 128}));
  EXPECT_EQ(At(Decode(PalettePng(sample, {10, 20, 30}, 255)), 1, 1), (Color{10, 20, 30}));
  // Palette with transparency 51 = a fifth.
  EXPECT_EQ(At(Decode(PalettePng(sample, {200, 100, 0}, 51), {100, 100, 100}), 1, 1),
            (Color{120, 100, 80}));
  EXPECT_EQ(At(Decode(RgbaPng(sample, {200, 100, 0}, 51), {100, 100, 100}), 3, 1),
            (Color{120, 100, 80}));
  EXPECT_EQ(At(Decode(RgbaPng(sample, {200, 100, 0}, 0)), 3, 1), (Color{255, 255, 255}));
  const Picture noise = NoisePicture(13, 11);
  EXPECT_EQ(Decode(InterlacedPng(noise)), noise);
}

TEST(PictureFile, ExifOrientationTurnsThePhoto) {
  // Left half dark, right half bright, wider than high.
  Picture picture(32, 16, {20, 20, 20});
  for (int y = 0; y < 16; ++y) {
    for (int x = 16; x < 32; ++x) std::fill_n(picture.At(x, y), 3, std::uint8_t{230});
  }
  for (const bool little_endian : {true, false}) {
    const std::string exif = ExifBlock(6, little_endian);
    for (const std::string& file :
         {JpegWithExif(EncodeJpeg(picture, 95), exif), PngWithExif(EncodePng(picture), exif),
          WebpWithExif(EncodeWebp(picture), 32, 16, exif)}) {
      SCOPED_TRACE(file.substr(0, 4));
      const Picture turned = Decode(file);
      ASSERT_EQ(turned.width, 16);
      ASSERT_EQ(turned.height, 32);
      // Turned right by 90 degrees, what was left is on top.
      EXPECT_LT(turned.At(8, 4)[0], 60);
      EXPECT_GT(turned.At(8, 28)[0], 200);
      const Picture stored = DecodePicture(AsBytes(file), "photo", {.apply_orientation = false});
      EXPECT_EQ(stored.width, 32);
    }
  }
}

TEST(PictureFile, SegmentIdsAreReadAsWritten) {
  Raster<std::uint32_t> ids(3, 2);
  ids.values = {0, 255, 256, 65536, 0xFFFFFF, 1 + 256 * 2 + 65536 * 3};
  const std::string png = EncodeSegmentPng(ids);
  EXPECT_EQ(DecodeSegmentPng(AsBytes(png), "ids"), ids);
  // id = R + 256 G + 65536 B
  EXPECT_EQ(At(Decode(png), 2, 1), (Color{1, 2, 3}));
  ids.values[0] = 1u << 24;
  EXPECT_THROW(EncodeSegmentPng(ids), std::out_of_range);
}

TEST(PictureFile, SegmentPngOfAnotherKindIsNamedAndRefused) {
  try {
    DecodeSegmentPng(AsBytes(GreyPng({.width = 4, .height = 2}, 16, 9)), "ids.png");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("ids.png: a 16-bit grey PNG"), HasSubstr("8-bit RGB")));
  }
  EXPECT_THROW(DecodeSegmentPng(AsBytes(EncodeJpeg(SmoothPicture(8, 8))), "x"), InputError);
  EXPECT_THROW(DecodeSegmentPng({}, "x"), InputError);
}

TEST(PictureFile, GreyPngKeepsSixteenBits) {
  Raster<std::uint16_t> grey(2, 2);
  grey.values = {0, 1, 300, 65535};
  EXPECT_EQ(DecodeGreyPng(AsBytes(EncodePng(grey)), "g"), grey);
  Raster<std::uint8_t> small(2, 1);
  small.values = {3, 255};
  EXPECT_EQ(DecodeGreyPng(AsBytes(EncodePng(small)), "g").values,
            (std::vector<std::uint16_t>{3 * 257, 65535}));
  EXPECT_THROW(DecodeGreyPng(AsBytes(EncodePng(Picture(2, 2))), "g"), InputError);
}

TEST(PictureFile, DamagedFilesGetOneClearLine) {
  const std::string jpeg = EncodeJpeg(SmoothPicture(64, 64));
  const std::string png = EncodePng(NoisePicture(64, 64));
  const std::string webp = EncodeWebp(NoisePicture(64, 64));
  EXPECT_THAT(ErrorOf(""), HasSubstr("photo: the file is empty"));
  EXPECT_THAT(ErrorOf("GIF89a..."), HasSubstr("not a JPEG, PNG or WebP"));
  EXPECT_THAT(ErrorOf(jpeg.substr(0, jpeg.size() / 2)), HasSubstr("photo: corrupt JPEG"));
  EXPECT_THAT(ErrorOf(jpeg.substr(0, 20)), HasSubstr("photo: corrupt JPEG"));
  EXPECT_THAT(ErrorOf(png.substr(0, png.size() / 2)), HasSubstr("photo: corrupt PNG"));
  EXPECT_THAT(ErrorOf(png.substr(0, 8)), HasSubstr("the file ends early"));
  EXPECT_THAT(ErrorOf(webp.substr(0, webp.size() / 2)), HasSubstr("photo: corrupt WebP"));
  EXPECT_THAT(ErrorOf(webp.substr(0, 14)), HasSubstr("photo: corrupt WebP"));
  std::string flipped = png;
  flipped[png.size() / 2] ^= 0x10;
  EXPECT_THAT(ErrorOf(flipped), AllOf(HasSubstr("photo: corrupt PNG"), Not(HasSubstr("\n"))));
}

TEST(PictureFile, HugeAndEmptyPicturesAreRefusedBeforeMemoryIsTaken) {
  EXPECT_THAT(ErrorOf(PngWithSize(100'000, 1'001)), HasSubstr("over 100 megapixel"));
  EXPECT_THAT(ErrorOf(PngWithSize(0, 10)), HasSubstr("corrupt PNG"));
  std::string jpeg = EncodeJpeg(SmoothPicture(16, 16));
  SetJpegSize(jpeg, 65'000, 65'000);
  EXPECT_THAT(ErrorOf(jpeg), HasSubstr("65000 x 65000 is over 100 megapixel"));
  SetJpegSize(jpeg, 0, 16);
  EXPECT_THAT(ErrorOf(jpeg), HasSubstr("corrupt JPEG"));
}

TEST(PictureFile, AFolderOrAMissingFileIsAnInputError) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(ReadPicture(folder.path()), InputError);
  EXPECT_THROW(ReadPicture(folder / "none.jpg"), InputError);
}

TEST(PictureFile, WritesByTheEndingAndReadsByContent) {
  const testing::TemporaryFolder folder;
  const Picture picture = NoisePicture(9, 7);
  WritePicture(folder / "deep/a.PNG", picture);
  EXPECT_EQ(ReadPicture(folder / "deep/a.PNG"), picture);
  WritePicture(folder / "b.jpeg", picture);
  EXPECT_EQ(ReadFile(folder / "b.jpeg").substr(0, 2), "\xFF\xD8");
  std::filesystem::rename(folder / "deep/a.PNG", folder / "a.jpg");
  EXPECT_EQ(ReadPicture(folder / "a.jpg"), picture);
  EXPECT_THROW(WritePicture(folder / "c.bmp", picture), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder / "c.bmp"));
}

}  // namespace
}  // namespace saccade
