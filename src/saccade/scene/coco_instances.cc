#include "saccade/scene/coco_instances.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/scene/coco_json.h"

namespace saccade {
namespace {

template <typename T>
void SortById(std::vector<T>& values) {
  std::ranges::sort(values, {}, &T::id);
}

CocoInstances ReadDocument(const JsonDocument& document) {
  const CocoRecord root(document);
  CocoInstances instances;
  std::unordered_set<std::int64_t> categories;
  root.ForEach("categories", [&](const CocoRecord& record) {
    const std::int64_t id = record.Integer("id");
    if (id < 0 || id > 1'000'000) record.Refuse("id is {}; 0 to 1,000,000 is expected", id);
    if (!categories.insert(id).second) record.Refuse("id {} occurs twice", id);
    instances.categories.push_back(
        {static_cast<int>(id), record.Text("name"), record.Text("supercategory")});
  });
  std::map<std::int64_t, CocoPicture> pictures = ReadCocoImages(root);
  root.ForEach("annotations", [&](const CocoRecord& record) {
    CocoPicture& picture = PictureOf(record, pictures);
    const std::int64_t category = record.Integer("category_id");
    if (!categories.contains(category)) {
      record.Refuse("category_id {} is not in \"categories\"", category);
    }
    picture.objects.push_back(
        {static_cast<int>(category), record.Box("bbox"), record.Flag("iscrowd")});
  });
  SortById(instances.categories);
  for (auto& [id, picture] : pictures) instances.pictures.push_back(std::move(picture));
  return instances;
}

}  // namespace

CocoInstances ReadCocoInstances(const std::filesystem::path& path) {
  return ReadDocument(JsonDocument::Read(path));
}

CocoInstances ParseCocoInstances(std::string text, const std::filesystem::path& path) {
  return ReadDocument(JsonDocument::Parse(std::move(text), path));
}

CocoInstances MergeCocoInstances(std::vector<CocoInstances> files) {
  CocoInstances merged;
  for (CocoInstances& file : files) {
    if (merged.categories.empty()) merged.categories = file.categories;
    if (merged.categories != file.categories) {
      throw InputError("the COCO files do not have the same categories");
    }
    std::ranges::move(file.pictures, std::back_inserter(merged.pictures));
  }
  SortById(merged.pictures);
  const auto twice = std::ranges::adjacent_find(merged.pictures, {}, &CocoPicture::id);
  if (twice != merged.pictures.end()) {
    throw InputError(fmt::format("picture {} is in two of the COCO files", twice->id));
  }
  return merged;
}

}  // namespace saccade
