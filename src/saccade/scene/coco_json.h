#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/formats/json_document.h"
#include "saccade/scene/coco_instances.h"
#include "saccade/scene/frame.h"

namespace saccade {

// What COCO's files share: records with typed fields and errors that say where, the list of
// pictures, category ids. Include it in .cc files only (simdjson).

// A record of a COCO file; messages call it by its place: "annotations[12].segments_info[3]".
class CocoRecord {
 public:
  // The file itself.
  explicit CocoRecord(const JsonDocument& document)
      : document_(document), element_(document.root()) {}

  // The field as the given type; InputError when it is missing or of another kind.
  std::string Text(std::string_view key) const;
  std::int64_t Integer(std::string_view key) const;
  double Number(std::string_view key) const;
  // [x, y, width, height], finite, not negative in size.
  BoxInPhoto Box(std::string_view key) const;
  // "score": 0..1, and 1 where there is none.
  float Score() const;
  // 0 or 1, false or true, and false where there is none.
  bool Flag(std::string_view key) const;

  // Calls body(record) for every entry of a list. An empty key stands for the file as a list.
  template <typename Body>
  void ForEach(std::string_view key, const Body& body) const {
    std::size_t index = 0;
    for (const simdjson::dom::element entry : Array(key)) {
      body(CocoRecord(*this, key, index++, entry));
    }
  }

  template <typename... Args>
  [[noreturn]] void Refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(document_.path(), Where(), format, std::forward<Args>(args)...);
  }

 private:
  CocoRecord(const CocoRecord& parent, std::string_view list, std::size_t index,
             simdjson::dom::element element)
      : document_(parent.document_),
        parent_(&parent),
        list_(list),
        index_(index),
        element_(element) {}

  std::string Where() const;
  simdjson::dom::element Field(std::string_view key, std::string_view expected) const;
  simdjson::dom::array Array(std::string_view key) const;
  bool Has(std::string_view key) const;

  const JsonDocument& document_;
  const CocoRecord* parent_ = nullptr;
  std::string_view list_;
  std::size_t index_ = 0;
  simdjson::dom::element element_;
};

// "images" by id, without objects. Throws InputError for a repeated id or name, or a size that is
// not positive.
std::map<std::int64_t, CocoPicture> ReadCocoImages(const CocoRecord& root);
// The picture of an annotation or detection. Throws InputError when there is none.
CocoPicture& PictureOf(const CocoRecord& record, std::map<std::int64_t, CocoPicture>& pictures);

// Gathers category ids that are not COCO's, so that one error names them all.
class UnknownCategories {
 public:
  // The belief channel, or -1 after noting the id.
  int ChannelOf(std::int64_t coco_id);
  // Throws InputError when there were any.
  void Check(const JsonDocument& document) const;

 private:
  std::map<std::int64_t, int> unknown_;  // id -> how often
};

}  // namespace saccade
