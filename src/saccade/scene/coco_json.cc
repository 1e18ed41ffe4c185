#include "saccade/scene/coco_json.h"

#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "saccade/base/error.h"
#include "saccade/scene/category.h"

namespace saccade {

std::string CocoRecord::Where() const {
  if (parent_ == nullptr) return "";
  const std::string above = parent_->Where();
  return fmt::format("{}{}{}[{}]", above, above.empty() ? "" : ".", list_, index_);
}

simdjson::dom::element CocoRecord::Field(std::string_view key, std::string_view expected) const {
  simdjson::dom::element field;
  if (!element_.is_object()) Refuse("is {}; an object is expected", KindOf(element_));
  if (element_[key].get(field) != simdjson::SUCCESS) Refuse("has no \"{}\" ({})", key, expected);
  return field;
}

bool CocoRecord::Has(std::string_view key) const {
  simdjson::dom::element field;
  return element_.is_object() && element_[key].get(field) == simdjson::SUCCESS && !field.is_null();
}

simdjson::dom::array CocoRecord::Array(std::string_view key) const {
  const auto field = key.empty() ? element_ : Field(key, "a list");
  if (!field.is_array() && key.empty()) Refuse("is {}; a list is expected", KindOf(field));
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
  constexpr const char* kExpected =
      "\"{}\" is not [x, y, width, height] with numbers, the sizes from 0 on";
  std::array<double, 4> values{};
  std::size_t count = 0;
  for (const simdjson::dom::element item : Array(key)) {
    double value = 0;
    if (count == 4 || item.get(value) != simdjson::SUCCESS || !std::isfinite(value)) {
      Refuse(kExpected, key);
    }
    values[count++] = value;
  }
  if (count != 4 || values[2] < 0 || values[3] < 0) Refuse(kExpected, key);
  return {values[0], values[1], values[2], values[3]};
}

float CocoRecord::Score() const {
  const double score = Has("score") ? Number("score") : 1.0;
  if (score < 0 || score > 1) Refuse("score {} is outside 0..1", score);
  return static_cast<float>(score);
}

bool CocoRecord::Flag(std::string_view key) const {
  if (!Has(key)) return false;
  bool truth = false;
  return Field(key, "").get(truth) == simdjson::SUCCESS ? truth : Integer(key) != 0;
}

std::map<std::int64_t, CocoPicture> ReadCocoImages(const CocoRecord& root) {
  std::map<std::int64_t, CocoPicture> pictures;
  std::set<std::string> names;
  root.ForEach("images", [&](const CocoRecord& record) {
    const auto size = [&record](std::string_view key) {
      const double length = record.Number(key);
      if (length <= 0) record.Refuse("{} is {}; a positive number is expected", key, length);
      return length;
    };
    const std::int64_t id = record.Integer("id");
    CocoPicture picture{id, record.Text("file_name"), {size("width"), size("height")}, {}};
    if (!names.insert(picture.name).second) record.Refuse("picture {} occurs twice", picture.name);
    if (!pictures.emplace(id, std::move(picture)).second) record.Refuse("id {} occurs twice", id);
  });
  return pictures;
}

CocoPicture& PictureOf(const CocoRecord& record, std::map<std::int64_t, CocoPicture>& pictures) {
  const std::int64_t id = record.Integer("image_id");
  const auto found = pictures.find(id);
  if (found == pictures.end()) record.Refuse("image_id {} is not in \"images\"", id);
  return found->second;
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
