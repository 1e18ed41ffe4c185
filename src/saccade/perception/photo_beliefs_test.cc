#include "saccade/perception/photo_beliefs.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <map>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/beliefs/panoptic.h"
#include "saccade/image/picture_file.h"
#include "saccade/perception/onnx_session.h"
#include "saccade/perception/parser_registry.h"
#include "saccade/scene/category.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr int kClock = 74;
constexpr int kSky = kThingChannels + 40;

// Sees a clock in red pixels and sky everywhere else.
class RedIsAClock : public Parser {
 public:
  SceneParse Parse(const Picture& picture) const override {
    SceneParse parse{Raster<std::uint32_t>(picture.width, picture.height),
                     {{1, kClock, 0.8f}, {2, kSky}}};
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        const std::uint8_t* const pixel = picture.At(x, y);
        parse.ids.At(x, y) = pixel[0] > 200 && pixel[1] < 50 ? 1 : 2;
      }
    }
    return parse;
  }
  std::string Description() const override { return "red is a clock"; }
};

// 1000 x 1000, white, a red square from (200, 200) to (400, 400).
Picture PhotoWithAClock() {
  Picture photo(1000, 1000, {255, 255, 255});
  for (int y = 200; y < 400; ++y) {
    for (int x = 200; x < 400; ++x) {
      photo.At(x, y)[1] = photo.At(x, y)[2] = 0;
    }
  }
  return photo;
}

TEST(ParsePhoto, FindsAnObjectInThePhotosOwnPixels) {
  const ParsedPhoto parsed = ParsePhoto(PhotoWithAClock(), "p.png", RedIsAClock());
  ASSERT_EQ(parsed.seen.size(), 2u);
  EXPECT_EQ(parsed.seen[0].channel, kSky);
  EXPECT_EQ(parsed.seen[1].channel, kClock);
  const BoxInPhoto box = parsed.fit.ToPhoto(parsed.seen[1].box);
  EXPECT_NEAR(box.x, 200, 4);  // a pixel of the image frame is 3.1 of the photo
  EXPECT_NEAR(box.y, 200, 4);
  EXPECT_NEAR(box.width, 200, 7);
  ASSERT_TRUE(TaskIndex("clock"));
  EXPECT_EQ(parsed.SeenTasks(), (std::vector<int>{*TaskIndex("clock")}));
}

TEST(ParsePhoto, PaddingIsVoid) {
  // A square photo fills columns 96..416 of the image frame.
  const ParsedPhoto parsed = ParsePhoto(PhotoWithAClock(), "p.png", RedIsAClock());
  EXPECT_EQ(parsed.sharp.ids.At(0, 0), 0u);
  EXPECT_EQ(parsed.sharp.ids.At(95, 0), 0u);
  EXPECT_EQ(parsed.sharp.ids.At(96, 0), 2u);
  EXPECT_EQ(parsed.sharp.ids.At(416, 0), 0u);
  const BeliefLayer& sharp = parsed.beliefs.sharp;
  EXPECT_EQ(sharp.Value(Grid::Index({5, 10}), kSky), 0);
  EXPECT_EQ(sharp.Value(Grid::Index({6, 10}), kSky), 1);
  // (200..400) * .32 + 96 = 160..224, rows 64..128.
  EXPECT_FLOAT_EQ(sharp.Value(Grid::Index({11, 5}), kClock), 0.8f);
  EXPECT_EQ(sharp.Value(Grid::Index({14, 4}), kClock), 0);
  EXPECT_EQ(sharp.Value(Grid::Index({10, 8}), kClock), 0);
  EXPECT_NEAR(static_cast<double>(parsed.sharp.segments[1].area), 320 * 320 - 64 * 64, 64);
}

TEST(ShownArea, LeavesOutTheBarsOfAFittedPicture) {
  Picture image(512, 320);
  for (int y = 0; y < 320; ++y) {
    for (int x = 42; x < 470; ++x) image.At(x, y)[0] = 90;
  }
  EXPECT_EQ(ShownArea(image), (BoxInImage{42, 0, 428, 320}));
}

TEST(ShownArea, OneDarkSideIsNotABar) {
  Picture image(512, 320, {200, 200, 200});
  for (int y = 0; y < 320; ++y) {
    for (int x = 0; x < 60; ++x) image.At(x, y)[0] = image.At(x, y)[1] = image.At(x, y)[2] = 0;
  }
  EXPECT_EQ(ShownArea(image), (BoxInImage{0, 0, 512, 320}));
  EXPECT_EQ(ShownArea(Picture(512, 320)), (BoxInImage{0, 0, 512, 320}));
}

TEST(PhotoSource, BuildsAStoreOfAFolder) {
  const testing::TemporaryFolder folder;
  WritePng(folder / "photos/b.png", PhotoWithAClock());
  WritePng(folder / "photos/a.png", Picture(40, 30, {255, 255, 255}));
  WriteFileAtomically(folder / "photos/notes.txt", "not a picture");
  const auto parser = std::make_shared<RedIsAClock>();
  const BuildReport report = BuildBeliefStore(
      folder / "s.beliefs", PhotoSource(folder / "photos", parser), BeliefValues::kByte);
  EXPECT_EQ(report.pictures, 2u);
  const BeliefStore store = BeliefStore::Open(folder / "s.beliefs");
  EXPECT_EQ(store.name(0), "a.png");
  EXPECT_NEAR(store.Load("b.png").sharp.Value(Grid::Index({11, 5}), kClock), 0.8, 0.003);
}

TEST(PhotoSource, AFolderWithoutPicturesIsAnError) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(PhotoSource(folder.path(), std::make_shared<RedIsAClock>()), InputError);
  EXPECT_THROW(PhotoSource(folder / "absent", std::make_shared<RedIsAClock>()), InputError);
}

// The shared segmentations were made with the same two models, the instance segmenter at another
// input size. SACCADE_AGREEMENT_PICTURES=100 takes more pictures.
TEST(OnnxParser, AgreesWithTheSharedSegmentations) {
  SACCADE_NEEDS_DATA("coco_search18/panoptic_sharp.json");
  const auto instances = ParserFolder().value_or("") / "yolo11n-seg.onnx";
  if (!HasOnnxRuntime() || !std::filesystem::exists(instances)) {
    GTEST_SKIP() << "needs ONNX Runtime and " << instances << " (make models)";
  }
  const char* const wanted = std::getenv("SACCADE_AGREEMENT_PICTURES");
  const std::size_t count = wanted == nullptr ? 10 : std::strtoul(wanted, nullptr, 10);
  const auto parser = OpenParser(
      {.models = {instances, testing::SharedData("models/ade20k31_deeplabv3_mnv2_512x320.onnx")}});
  const PanopticFile golden =
      ReadPanopticFile(testing::SharedData("coco_search18/panoptic_sharp.json"));
  int same = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const PanopticPicture& picture = golden.pictures[i * golden.pictures.size() / count];
    const ParsedPhoto parsed =
        ParsePhoto(testing::SharedData("coco_search18/images_512x320/" + picture.name), *parser,
                   {.rule = DownsampleRule::kCorner});
    seconds += parsed.sharp.seconds.things + parsed.sharp.seconds.stuff;
    const BeliefLayer expected = PanopticLayer(ReadSegmentPng(picture.png), picture.segments,
                                               picture.png, DownsampleRule::kCorner);
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const auto found = parsed.beliefs.sharp.At(cell);
      const auto golden_cell = expected.At(cell);
      same += (found.empty() ? -1 : found[0].channel) ==
              (golden_cell.empty() ? -1 : golden_cell[0].channel);
    }
  }
  const double agreement = same / static_cast<double>(count * Grid::kCells);
  RecordProperty("agreement", std::to_string(agreement));
  fmt::print("agreement {:.4f} over {} pictures, {:.3f} s each\n", agreement, count,
             seconds / static_cast<double>(count));
  EXPECT_GT(agreement, 0.95);
}

TEST(OnnxSession, RefusesWhatIsNotAModel) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "m.onnx", "not a model");
  EXPECT_THROW(OnnxSession(folder / "m.onnx"), InputError);
}

TEST(OnnxParser, TheSemanticModelAloneGivesStuff) {
  constexpr const char* kModel = "models/ade20k31_deeplabv3_mnv2_512x320.onnx";
  SACCADE_NEEDS_DATA(kModel);
  if (!HasOnnxRuntime()) GTEST_SKIP() << "needs ONNX Runtime (scripts/install-onnxruntime.sh)";
  const auto parser = OpenParser({.models = {testing::SharedData(kModel)}});
  // Blue above, green below: whatever it sees, it is stuff.
  Picture picture(512, 320, {110, 170, 240});
  for (int y = 180; y < 320; ++y) {
    for (int x = 0; x < 512; ++x) {
      picture.At(x, y)[0] = 60;
      picture.At(x, y)[1] = 140;
      picture.At(x, y)[2] = 40;
    }
  }
  const SceneParse parse = parser->Parse(picture);
  ASSERT_FALSE(parse.segments.empty());
  for (const PanopticSegment& segment : parse.segments) EXPECT_GT(segment.channel, kThingChannels);
  // The runtime's own telemetry would have left it here.
  EXPECT_FALSE(std::filesystem::exists(":memory:.ses"));
}

}  // namespace
}  // namespace saccade
