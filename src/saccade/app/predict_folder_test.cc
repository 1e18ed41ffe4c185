#include "saccade/app/predict_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/app/merge.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

// Photos a.png and b.jpg with stored segmentations: a cup in the upper left quarter.
class PredictFolderTest : public ::testing::Test {
 protected:
  PredictFolderTest() {
    const Picture photo(640, 400, {90, 90, 90});
    WritePng(folder_ / "photos" / "a.png", photo);
    WriteJpeg(folder_ / "photos" / "b.jpg", photo);
    for (const std::string view : {"sharp", "blurred"}) {
      Raster<std::uint32_t> ids(512, 320, 0);
      for (int y = 0; y < 160; ++y) {
        for (int x = 0; x < 256; ++x) ids.At(x, y) = 1;
      }
      std::string images, annotations;
      for (const auto& [id, name, png] :
           {std::tuple(1, "a.png", "a.png"), std::tuple(2, "b.jpg", "b.png")}) {
        WriteSegmentPng(folder_ / ("panoptic_" + view) / png, ids);
        images += fmt::format(R"({}{{"id": {}, "file_name": "{}", "width": 512, "height": 320}})",
                              images.empty() ? "" : ",", id, name);
        annotations += fmt::format(
            R"({}{{"image_id": {}, "file_name": "{}", "segments_info": [{{"id": 1, "category_id": 47}}]}})",
            annotations.empty() ? "" : ",", id, png);
      }
      WriteFileAtomically(
          folder_ / ("panoptic_" + view + ".json"),
          fmt::format(R"({{"images": [{}], "annotations": [{}]}})", images, annotations));
    }
    options_.images = folder_ / "photos";
    options_.searcher.model = "target-sharp";
    options_.predict.targets = {"cup"};
    options_.predict.predict.samples = 2;
  }

  testing::TemporaryFolder folder_;
  PredictFolderOptions options_;
};

TEST_F(PredictFolderTest, SearchesEveryPhotoInItsOwnPixels) {
  const PredictFolderResult result = PredictFolder(options_);
  ASSERT_EQ(result.photos.size(), 2u);
  EXPECT_EQ(result.photos[0]["image"], "a.png");
  EXPECT_EQ(result.photos[1]["image"], "b.jpg");
  EXPECT_EQ(result.photos[1]["width"], 640);
  EXPECT_EQ(result.photos[1]["scanpaths"].size(), 2u);
  EXPECT_EQ(result.photos[1]["scanpaths"][0]["X"][0], 320);
}

TEST_F(PredictFolderTest, TakesAPatternForSomeOfThem) {
  options_.images = folder_ / "photos" / "*.jpg";
  const PredictFolderResult result = PredictFolder(options_);
  ASSERT_EQ(result.photos.size(), 1u);
  EXPECT_EQ(result.photos[0]["image"], "b.jpg");
  options_.images = folder_ / "photos" / "*.webp";
  EXPECT_THROW(PredictFolder(options_), InputError);
}

TEST_F(PredictFolderTest, GoesOnWhereItWas) {
  options_.out_folder = folder_ / "out";
  EXPECT_EQ(PredictFolder(options_).searched, 2u);
  const std::string before = ReadFile(folder_ / "out" / "a.png.json");
  std::filesystem::remove(folder_ / "out" / "b.jpg.json");
  const PredictFolderResult again = PredictFolder(options_);
  EXPECT_EQ(again.searched, 1u);
  EXPECT_EQ(again.kept, 1u);
  EXPECT_EQ(ReadFile(folder_ / "out" / "a.png.json"), before);
  EXPECT_EQ(nlohmann::json::parse(ReadFile(folder_ / "out" / "b.jpg.json"))["image"], "b.jpg");
}

TEST_F(PredictFolderTest, MixesNoScanpathsThatWereMadeOtherwise) {
  options_.out_folder = folder_ / "out";
  PredictFolder(options_);
  options_.predict.targets = {"fork"};
  EXPECT_THAT(MessageOf([&] { PredictFolder(options_); }),
              HasSubstr(R"(made with target ["cup"], not ["fork"])"));
}

TEST_F(PredictFolderTest, DrawsWhatIsThereFromAnEarlierRunToo) {
  options_.out_folder = folder_ / "out";
  PredictFolder(options_);
  options_.draw = folder_ / "sheet.png";
  EXPECT_EQ(PredictFolder(options_).kept, 2u);
  EXPECT_GT(ReadPicture(folder_ / "sheet.png").width, 1000);
}

TEST_F(PredictFolderTest, NamesWhatCannotBeReadAndLeavesItOutWhenAsked) {
  WriteFileAtomically(folder_ / "photos" / "b.jpg", "no picture");
  EXPECT_THAT(MessageOf([&] { PredictFolder(options_); }), HasSubstr("b.jpg"));
  options_.lenient = true;
  const PredictFolderResult result = PredictFolder(options_);
  EXPECT_EQ(result.searched, 1u);
  EXPECT_EQ(result.skipped, 1u);
}

// One photo of three cannot be read; the shares' merged list is what one call gives.
TEST_F(PredictFolderTest, SharesMergeIntoTheListOfAll) {
  WriteFileAtomically(folder_ / "photos" / "aa.jpg", "no picture");
  options_.lenient = true;
  const std::string whole = nlohmann::ordered_json(PredictFolder(options_).photos).dump(1) + "\n";
  for (const std::size_t count : {1, 2, 5}) {
    SCOPED_TRACE(count);
    const std::filesystem::path shares = folder_ / ("shares" + std::to_string(count));
    for (std::size_t i = count; i-- > 0;) {
      options_.shard = Shard{i, count};
      WriteShare({*options_.shard, "predict", shares, {}}, kPhotoShare, {},
                 PredictFolder(options_).items);
    }
    Merge({&shares, 1}, folder_ / "merged.json");
    EXPECT_EQ(ReadFile(folder_ / "merged.json"), whole);
  }
}

TEST_F(PredictFolderTest, DrawsASheetOrAPictureEach) {
  options_.draw = folder_ / "sheet.png";
  PredictFolder(options_);
  EXPECT_GT(ReadPicture(folder_ / "sheet.png").width, 1000);
  options_.draw = folder_ / "drawn";
  PredictFolder(options_);
  EXPECT_GT(ReadPicture(folder_ / "drawn" / "b.png").height, 400);
}

}  // namespace
}  // namespace saccade::app
