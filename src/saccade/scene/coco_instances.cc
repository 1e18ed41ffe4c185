#include "saccade/scene/coco_instances.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/formats/json_document.h"

namespace saccade {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

// One entry of a list, with what is needed to name it in a message.
class Record {
 public:
  Record(const element& value, const std::filesystem::path& path, const char* list,
         std::size_t index)
      : path_(path), list_(list), index_(index) {
    if (value.get_object().get(object_) != simdjson::SUCCESS) {
      Fail("is {}; an object is expected", KindOf(value));
    }
  }

  template <typename... Args>
  [[noreturn]] void Fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(path_, fmt::format("{}[{}]", list_, index_), "{}",
                     fmt::format(format, std::forward<Args>(args)...));
  }

  element Field(const char* name) const {
    element value;
    if (object_.at_key(name).get(value) != simdjson::SUCCESS) Fail("has no field \"{}\"", name);
    return value;
  }

  template <typename T>
  T Get(const char* name, const char* expected) const {
    T value;
    const element field = Field(name);
    if (field.get<T>().get(value) != simdjson::SUCCESS) {
      Fail("{} is {}; {} is expected", name, KindOf(field), expected);
    }
    return value;
  }

  std::int64_t Integer(const char* name) const { return Get<std::int64_t>(name, "a whole number"); }
  std::string Text(const char* name) const {
    return std::string(Get<std::string_view>(name, "a string"));
  }
  double PositiveNumber(const char* name) const {
    const double number = Get<double>(name, "a number");
    if (number <= 0) Fail("{} is {}; a positive number is expected", name, number);
    return number;
  }
  bool Flag(const char* name) const {
    element value;
    if (object_.at_key(name).get(value) != simdjson::SUCCESS) return false;
    bool truth = false;
    if (value.get_bool().get(truth) == simdjson::SUCCESS) return truth;
    return Integer(name) != 0;
  }
  BoxInPhoto Box(const char* name) const {
    std::vector<double> numbers;
    for (const element entry : Get<array>(name, "[x, y, width, height]")) {
      double number = 0;
      if (entry.get_double().get(number) != simdjson::SUCCESS) {
        Fail("{} holds {}; numbers are expected", name, KindOf(entry));
      }
      numbers.push_back(number);
    }
    if (numbers.size() != 4 || numbers[2] < 0 || numbers[3] < 0) {
      Fail("{} is not [x, y, width, height] with sizes from 0 on", name);
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
  }

 private:
  const std::filesystem::path& path_;
  const char* list_;
  std::size_t index_;
  object object_;
};

// Calls body(record) for every entry of one of the file's lists.
template <typename Body>
void ForEachRecord(const JsonDocument& document, const char* list, const Body& body) {
  array values;
  if (document.root().at_key(list).get_array().get(values) != simdjson::SUCCESS) {
    throw InputError(document.path(), "", "has no list \"{}\"; COCO instances JSON is expected",
                     list);
  }
  std::size_t index = 0;
  for (const element value : values) body(Record(value, document.path(), list, index++));
}

template <typename T>
void SortById(std::vector<T>& values) {
  std::ranges::sort(values, {}, &T::id);
}

CocoInstances ReadDocument(const JsonDocument& document) {
  CocoInstances instances;
  std::unordered_map<std::int64_t, std::size_t> category_index, picture_index;
  ForEachRecord(document, "categories", [&](const Record& record) {
    const std::int64_t id = record.Integer("id");
    if (id < 0 || id > 1'000'000) record.Fail("id is {}; 0 to 1,000,000 is expected", id);
    if (!category_index.emplace(id, instances.categories.size()).second) {
      record.Fail("id {} occurs twice", id);
    }
    instances.categories.push_back(
        {static_cast<int>(id), record.Text("name"), record.Text("supercategory")});
  });
  ForEachRecord(document, "images", [&](const Record& record) {
    const std::int64_t id = record.Integer("id");
    if (!picture_index.emplace(id, instances.pictures.size()).second) {
      record.Fail("id {} occurs twice", id);
    }
    instances.pictures.push_back({id,
                                  record.Text("file_name"),
                                  {record.PositiveNumber("width"), record.PositiveNumber("height")},
                                  {}});
  });
  ForEachRecord(document, "annotations", [&](const Record& record) {
    const auto picture = picture_index.find(record.Integer("image_id"));
    if (picture == picture_index.end()) {
      record.Fail("image_id {} is not among the images", record.Integer("image_id"));
    }
    const std::int64_t category = record.Integer("category_id");
    if (!category_index.contains(category)) {
      record.Fail("category_id {} is not among the categories", category);
    }
    instances.pictures[picture->second].objects.push_back(
        {static_cast<int>(category), record.Box("bbox"), record.Flag("iscrowd")});
  });
  SortById(instances.categories);
  SortById(instances.pictures);
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
