#include "saccade/scene/coco_instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

Json Document() {
  Json document;
  document["images"] = {
      {{"id", 9}, {"file_name", "9.jpg"}, {"width", 640}, {"height", 480}},
      {{"id", 7}, {"file_name", "7.jpg"}, {"width", 500}, {"height", 375}, {"license", 2}}};
  document["annotations"] = Json::array(
      {{{"id", 1}, {"image_id", 9}, {"category_id", 47}, {"bbox", {1.5, 2, 3, 4}}, {"iscrowd", 0}},
       {{"id", 2}, {"image_id", 9}, {"category_id", 72}, {"bbox", {5, 6, 7, 8}}, {"iscrowd", 1}}});
  document["categories"] = {{{"id", 72}, {"name", "tv"}, {"supercategory", "electronic"}},
                            {{"id", 47}, {"name", "cup"}, {"supercategory", "kitchen"}}};
  return document;
}

std::string ErrorOf(const Json& document) {
  return testing::MessageOf([&] { ParseCocoInstances(document.dump(), "C.json"); });
}

TEST(CocoInstances, PicturesHoldTheirObjectsAndAreSortedById) {
  const CocoInstances instances = ParseCocoInstances(Document().dump(), "C.json");
  ASSERT_EQ(instances.pictures.size(), 2u);
  EXPECT_EQ(instances.pictures[0], (CocoPicture{7, "7.jpg", {500, 375}, {}}));
  EXPECT_EQ(instances.pictures[1],
            (CocoPicture{
                9, "9.jpg", {640, 480}, {{47, {1.5, 2, 3, 4}, false}, {72, {5, 6, 7, 8}, true}}}));
  EXPECT_EQ(instances.categories[0], (CocoCategory{47, "cup", "kitchen"}));
}

TEST(CocoInstances, WrongRecordsAreNamed) {
  EXPECT_THAT(ErrorOf(Json::array()), HasSubstr("C.json: is a list; an object is expected"));
  Json document = Document();
  document["annotations"][1]["image_id"] = 8;
  EXPECT_THAT(ErrorOf(document),
              HasSubstr("C.json:annotations[1]: image_id 8 is not in \"images\""));
  document = Document();
  document["annotations"][0]["bbox"] = {1, 2, 3};
  EXPECT_THAT(ErrorOf(document),
              HasSubstr("annotations[0]: \"bbox\" is not [x, y, width, height]"));
  document = Document();
  document["annotations"][0]["category_id"] = 48;
  EXPECT_THAT(ErrorOf(document), HasSubstr("category_id 48 is not in \"categories\""));
  document = Document();
  document["images"][0]["width"] = 0;
  EXPECT_THAT(ErrorOf(document), HasSubstr("images[0]: width is 0; a positive number"));
  document = Document();
  document["images"][1]["id"] = 9;
  EXPECT_THAT(ErrorOf(document), HasSubstr("images[1]: id 9 occurs twice"));
  document = Document();
  document["categories"][0].erase("name");
  EXPECT_THAT(ErrorOf(document), HasSubstr("categories[0]: has no \"name\" (a string)"));
}

TEST(CocoInstances, FilesAreMergedUnlessTheyShareAPicture) {
  const CocoInstances first = ParseCocoInstances(Document().dump(), "C.json");
  CocoInstances second = first;
  second.pictures = {{8, "8.jpg", {640, 480}, {}}};
  const CocoInstances merged = MergeCocoInstances({first, second});
  ASSERT_EQ(merged.pictures.size(), 3u);
  EXPECT_EQ(merged.pictures[1].id, 8);
  EXPECT_THROW(MergeCocoInstances({first, first}), InputError);
}

TEST(CocoInstances, TheSubsetHasItsPictures) {
  SACCADE_NEEDS_DATA("coco_search18/coco_instances_subset.json");
  const CocoInstances instances =
      ReadCocoInstances(testing::SharedData("coco_search18/coco_instances_subset.json"));
  EXPECT_EQ(instances.pictures.size(), 2241u);
  EXPECT_EQ(instances.categories.size(), 80u);
}

}  // namespace
}  // namespace saccade
