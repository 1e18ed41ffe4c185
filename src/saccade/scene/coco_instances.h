#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "saccade/scene/frame.h"

namespace saccade {

// One annotated object.
struct CocoObject {
  int category_id = 0;
  BoxInPhoto box;
  bool is_crowd = false;  // a group annotated as one
  bool operator==(const CocoObject&) const = default;
};

// One picture and everything annotated in it.
struct CocoPicture {
  std::int64_t id = 0;
  std::string name;  // file_name
  FrameSize size;    // of the photo, pixels
  std::vector<CocoObject> objects;
  bool operator==(const CocoPicture&) const = default;
};

struct CocoCategory {
  int id = 0;
  std::string name;
  std::string supercategory;
  bool operator==(const CocoCategory&) const = default;
};

struct CocoInstances {
  std::vector<CocoCategory> categories;  // sorted by id
  std::vector<CocoPicture> pictures;     // sorted by id
  bool operator==(const CocoInstances&) const = default;
};

// COCO instances JSON: {images: [{id, file_name, width, height}], annotations: [{image_id,
// category_id, bbox, iscrowd}], categories: [{id, name, supercategory}]}; the rest is ignored.
// Throws InputError naming the record when a field is missing or of the wrong type, an id occurs
// twice, or an annotation points to a picture or a category that is not there.
CocoInstances ReadCocoInstances(const std::filesystem::path& path);

// The same from text in memory; `path` is for messages only.
CocoInstances ParseCocoInstances(std::string text, const std::filesystem::path& path);

// Pictures of several files, such as COCO's train and val. Throws InputError when a picture is in
// two of them or their categories differ.
CocoInstances MergeCocoInstances(std::vector<CocoInstances> files);

}  // namespace saccade
