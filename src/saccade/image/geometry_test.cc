#include "saccade/image/geometry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "saccade/image/canvas.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

nlohmann::json Load(const std::string& name) {
  std::ifstream file(testing::SharedData("coco_search18/" + name));
  return nlohmann::json::parse(file);
}

BoxInImage ImageBox(const nlohmann::json& b) { return {b[0], b[1], b[2], b[3]}; }

// The largest difference of left, top, width and height.
double Apart(const BoxInImage& a, const BoxInImage& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.width - b.width),
                   std::abs(a.height - b.height)});
}

TEST(Fit, AFourByThreePhotoIsPaddedLeftAndRight) {
  // 640x480 to 1680x1050: scale 1050/480 = 2.1875, 1400 wide, 140 left on either side.
  const DisplayFit display({640, 480});
  EXPECT_DOUBLE_EQ(display.scale(), 2.1875);
  EXPECT_EQ(display.Area(), (BoxInDisplay{140, 0, 1400, 1050}));
  EXPECT_EQ(display.FromPhoto(PointInPhoto{64, 400}), (PointInDisplay{280, 875}));
  // To 512x320: scale 2/3, 426.67 wide.
  const ImageFit image({640, 480});
  const PointInImage p = image.FromPhoto(PointInPhoto{64, 400});
  EXPECT_NEAR(p.x, 256 - 640.0 / 3 + 64 * 2.0 / 3, 1e-9);
  EXPECT_NEAR(p.y, 400 * 2.0 / 3, 1e-9);
}

TEST(Fit, AWidePhotoIsPaddedAboveAndBelow) {
  // 1000x500 to 512x320: scale .512, 256 high, 32 above and below.
  const ImageFit fit({1000, 500});
  EXPECT_EQ(fit.Area(), (BoxInImage{0, 32, 512, 256}));
  EXPECT_EQ(fit.FromPhoto(BoxInPhoto{100, 50, 200, 300}), (BoxInImage{51.2, 57.6, 102.4, 153.6}));
}

TEST(Fit, ThroughTheDisplayOrDirectlyIsTheSame) {
  const DisplayFit display({427, 640});
  const ImageFit image({427, 640});
  const PointInPhoto p{300.25, 71.5};
  const PointInImage through = ToImage(display.FromPhoto(p));
  EXPECT_NEAR(through.x, image.FromPhoto(p).x, 1e-9);
  EXPECT_NEAR(through.y, image.FromPhoto(p).y, 1e-9);
}

TEST(Fit, PointsBoxesAndScanpathsComeBackExactly) {
  for (const FrameSize size : {FrameSize{640, 480}, FrameSize{427, 640}, FrameSize{1, 1},
                               FrameSize{6000, 37}, FrameSize{512, 320}, FrameSize{33, 9999}}) {
    SCOPED_TRACE(fmt::format("{} x {}", size.width, size.height));
    const ImageFit image(size);
    const DisplayFit display(size);
    const BoxInPhoto box{size.width * 0.1, size.height * 0.7, size.width * 0.3, size.height * 0.2};
    for (const BoxInPhoto& back :
         {image.ToPhoto(image.FromPhoto(box)), display.ToPhoto(display.FromPhoto(box))}) {
      EXPECT_NEAR(back.x, box.x, 1e-9 * size.width);
      EXPECT_NEAR(back.y, box.y, 1e-9 * size.height);
      EXPECT_NEAR(back.width, box.width, 1e-9 * size.width);
      EXPECT_NEAR(back.height, box.height, 1e-9 * size.height);
    }
    const ScanpathInImage scanpath{{{10, 300}, 200}, {{500, 20}, 150}};
    const ScanpathInImage back = image.FromPhoto(image.ToPhoto(scanpath));
    ASSERT_EQ(back.size(), 2u);
    EXPECT_NEAR(back[0].point.x, 10, 1e-9);
    EXPECT_NEAR(back[0].point.y, 300, 1e-9);
    EXPECT_NEAR(back[1].point.x, 500, 1e-9);
    EXPECT_EQ(back[1].duration_ms, 150);
  }
}

TEST(Fit, APictureOfTheFramesAspectIsFittedWithoutPadding) {
  EXPECT_EQ(ImageFit(kImageSize).ToPhoto(PointInImage{37, 201}), (PointInPhoto{37, 201}));
  EXPECT_EQ(ImageFit({1024, 640}).ToPhoto(PointInImage{37, 201}), (PointInPhoto{74, 402}));
}

TEST(Fit, PaddingLiesOutsideThePhoto) {
  EXPECT_LT(ImageFit({640, 480}).ToPhoto(PointInImage{10, 100}).x, 0);
  EXPECT_GT(ImageFit({640, 480}).ToPhoto(PointInImage{500, 100}).x, 640);
}

TEST(FitPicture, PutsPixelsWhereTheGeometryPutsTheirPoints) {
  // A white box off both axes and diagonals on grey: a swap or shift would miss it.
  const BoxInPhoto box{420, 60, 90, 240};
  Picture photo(640, 480, {90, 90, 90});
  FillRectangle(photo, box, Color{255, 255, 255});
  const Picture fitted = FitToImage(photo);
  ASSERT_EQ(fitted.width, 512);
  ASSERT_EQ(fitted.height, 320);
  const ImageFit fit(PictureSize(photo));
  const BoxInImage area = fit.Area();
  const BoxInImage expected = fit.FromPhoto(box);
  for (int y = 0; y < 320; ++y) {
    for (int x = 0; x < 512; ++x) {
      const PointInImage center{x + 0.5, y + 0.5};
      const int value = fitted.At(x, y)[0];
      // Two pixels at the box's rim may be mixed.
      const bool deep_inside = center.x > expected.x + 2 && center.y > expected.y + 2 &&
                               center.x < expected.x + expected.width - 2 &&
                               center.y < expected.y + expected.height - 2;
      const bool near = center.x > expected.x - 2 && center.y > expected.y - 2 &&
                        center.x < expected.x + expected.width + 2 &&
                        center.y < expected.y + expected.height + 2;
      if (deep_inside) {
        ASSERT_EQ(value, 255) << x << ' ' << y;
      } else if (!near) {
        ASSERT_EQ(value, area.x <= center.x && center.x <= area.x + area.width ? 90 : 0)
            << x << ' ' << y;
      }
    }
  }
}

struct PhotoRecord {
  FrameSize size;
  std::vector<BoxInPhoto> boxes;  // in the order of the file
};

std::map<std::string, PhotoRecord> InstancesByName() {
  const auto json = Load("coco_instances_subset.json");
  std::map<int, std::string> names;
  std::map<std::string, PhotoRecord> records;
  for (const auto& image : json.at("images")) {
    names[image.at("id")] = image.at("file_name");
    records[image.at("file_name")].size = {image.at("width"), image.at("height")};
  }
  for (const auto& annotation : json.at("annotations")) {
    const auto& b = annotation.at("bbox");
    records[names.at(annotation.at("image_id"))].boxes.push_back({b[0], b[1], b[2], b[3]});
  }
  return records;
}

TEST(FitOnSharedData, AnnotatedBoxesMapToTheImageFrame) {
  SACCADE_NEEDS_DATA("coco_search18/coco_instances_subset.json");
  const auto records = InstancesByName();
  const auto objects = Load("objects_gt.json");
  std::size_t compared = 0;
  double worst = 0;
  for (const auto& [name, list] : objects.items()) {
    const PhotoRecord& record = records.at(name);
    ASSERT_EQ(record.boxes.size(), list.size()) << name;
    const ImageFit fit(record.size);
    for (std::size_t i = 0; i < list.size(); ++i, ++compared) {
      worst = std::max(worst, Apart(fit.FromPhoto(record.boxes[i]), ImageBox(list[i].at("bbox"))));
    }
  }
  EXPECT_EQ(compared, 16540u);
  EXPECT_LT(worst, 0.0051);  // both files are rounded to hundredths
}

TEST(FitOnSharedData, TargetBoxesOfTheFixationFilesAgreeWithTheObjects) {
  SACCADE_NEEDS_DATA("coco_search18/objects_gt.json");
  const auto objects = Load("objects_gt.json");
  std::set<std::pair<std::string, std::string>> pairs;
  for (const char* split : {"train", "validation"}) {
    const auto trials = Load(fmt::format("coco_search18_fixations_TP_{}_split1.json", split));
    for (const auto& trial : trials) {
      const std::string name = trial.at("name");
      const std::string task = trial.at("task");
      if (!pairs.insert({name, task}).second) continue;
      const auto& b = trial.at("bbox");
      const BoxInImage target = ToImage(BoxInDisplay{b[0], b[1], b[2], b[3]});
      double nearest = 1e9;
      for (const auto& object : objects.at(name)) {
        if (object.at("category") == task) {
          nearest = std::min(nearest, Apart(target, ImageBox(object.at("bbox"))));
        }
      }
      EXPECT_LT(nearest, 3) << name << ' ' << task;
    }
  }
  EXPECT_EQ(pairs.size(), 2489u);
}

TEST(FitOnSharedData, ThePaddingOfTheDisplayedPicturesIsWhereWeSay) {
  SACCADE_NEEDS_DATA("coco_search18/images_512x320");
  const auto records = InstancesByName();
  int pictures = 0;
  for (const auto& [name, record] : records) {
    if (++pictures > 40) break;
    SCOPED_TRACE(name);
    const Picture picture =
        ReadPicture(testing::SharedData("coco_search18/images_512x320/" + name));
    ASSERT_EQ(picture.width, 512);
    ASSERT_EQ(picture.height, 320);
    const BoxInImage area = ImageFit(record.size).Area();
    // JPEG blocks of 16 smear a few grey levels over the edge.
    for (int x = 0; x < 512; ++x) {
      double sum = 0;
      for (int y = 40; y < 280; ++y) sum += picture.At(x, y)[1];
      if (x + 1 < area.x - 1 || x > area.x + area.width + 1) {
        EXPECT_LT(sum / 240, 12) << x;
      }
    }
  }
}

}  // namespace
}  // namespace saccade
