#include "saccade/beliefs/coco_json.h"

#include <array>
#include <cmath>
#include <limits>

#include "saccade/base/error.h"
#include "saccade/scene/category.h"

namespace saccade {

simdjson::dom::element CocoRecord::Field(std::string_view key, std::string_view expected) const {
  simdjson::dom::element field;
  if (!element.is_object()) Refuse("is {}; an object is expected", KindOf(element));
  if (element[key].get(field) != simdjson::SUCCESS) Refuse("has no \"{}\" ({})", key, expected);
  return field;
}

bool CocoRecord::Has(std::string_view key) const {
  simdjson::dom::element field;
  return element.is_object() && element[key].get(field) == simdjson::SUCCESS && !field.is_null();
}

simdjson::dom::array CocoRecord::Array(std::string_view key) const {
  const auto field = Field(key, "a list");
  if (!field.is_array()) Refuse("\"{}\" is {}; a list is expected", key, KindOf(field));
  return field;
}

std::string CocoRecord::Text(std::string_view key) const {
  const auto field = Field(key, "a string");
  if (!field.is_string()) Refuse("\"{}\" is {}; a string is expected", key, KindOf(field));
  return std::string(std::string_view(field));
}

std::int64_t CocoRecord::Integer(std::string_view key) const {
  const auto field = Field(key, "an integer");
  std::int64_t value = 0;
  if (field.get(value) != simdjson::SUCCESS) {
    Refuse("\"{}\" is {}; an integer is expected", key, KindOf(field));
  }
  return value;
}

double CocoRecord::Number(std::string_view key) const {
  const auto field = Field(key, "a number");
  double value = 0;
  if (field.get(value) != simdjson::SUCCESS || !std::isfinite(value)) {
    Refuse("\"{}\" is {}; a number is expected", key, KindOf(field));
  }
  return value;
}

BoxInPhoto CocoRecord::Box(std::string_view key) const {
  std::array<double, 4> values{};
  std::size_t count = 0;
  for (const simdjson::dom::element item : Array(key)) {
    double value = 0;
    if (count == 4 || item.get(value) != simdjson::SUCCESS || !std::isfinite(value)) {
      Refuse("\"{}\" must be four numbers: x, y, width, height", key);
    }
    values[count++] = value;
  }
  if (count != 4 || values[2] < 0 || values[3] < 0) {
    Refuse("\"{}\" must be four numbers: x, y, width, height", key);
  }
  return {values[0], values[1], values[2], values[3]};
}

CocoRecord CocoRecord::Item(simdjson::dom::element item, std::string item_where) const {
  return {document, item, std::move(item_where)};
}

std::map<std::int64_t, CocoImage> ReadCocoImages(const CocoRecord& root) {
  std::map<std::int64_t, CocoImage> images;
  std::set<std::string> names;
  int index = 0;
  for (const simdjson::dom::element item : root.Array("images")) {
    const CocoRecord record = root.Item(item, fmt::format("image {}", index++));
    CocoImage image{record.Text("file_name"), {record.Number("width"), record.Number("height")}};
    if (image.size.width <= 0 || image.size.height <= 0) record.Refuse("its size is not positive");
    if (!names.insert(image.name).second) record.Refuse("picture {} occurs twice", image.name);
    if (!images.emplace(record.Integer("id"), std::move(image)).second) {
      record.Refuse("id {} occurs twice", record.Integer("id"));
    }
  }
  return images;
}

int UnknownCategories::ChannelOf(std::int64_t coco_id) {
  if (coco_id > 0 && coco_id <= std::numeric_limits<int>::max()) {
    if (const auto channel = ChannelOfCocoId(static_cast<int>(coco_id))) return *channel;
  }
  ++unknown_[coco_id];
  return -1;
}

void UnknownCategories::Check(const JsonDocument& document) const {
  if (unknown_.empty()) return;
  std::string list;
  for (const auto& [id, count] : unknown_) {
    list += fmt::format("{}{} ({} times)", list.empty() ? "" : ", ", id, count);
  }
  throw InputError(document.path(), "category_id",
                   "{} {} not of COCO panoptic's 80 things and 53 stuff classes", list,
                   unknown_.size() == 1 ? "is" : "are");
}

}  // namespace saccade
