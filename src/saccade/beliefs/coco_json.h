#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/formats/json_document.h"
#include "saccade/scene/frame.h"

namespace saccade {

// What COCO's files share: typed fields with errors that say where, the list of pictures, category
// ids. Include it in .cc files only (simdjson).

// A record of a COCO file and its name in messages ("annotation 12").
struct CocoRecord {
  const JsonDocument& document;
  simdjson::dom::element element;
  std::string where;

  // The field as the given type; InputError when it is missing or of another kind.
  simdjson::dom::array Array(std::string_view key) const;
  std::string Text(std::string_view key) const;
  std::int64_t Integer(std::string_view key) const;
  double Number(std::string_view key) const;
  bool Has(std::string_view key) const;
  // [x, y, width, height], finite, not negative in size.
  BoxInPhoto Box(std::string_view key) const;

  CocoRecord Item(simdjson::dom::element item, std::string item_where) const;
  template <typename... Args>
  [[noreturn]] void Refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(document.path(), where, format, std::forward<Args>(args)...);
  }

 private:
  simdjson::dom::element Field(std::string_view key, std::string_view expected) const;
};

struct CocoImage {
  std::string name;
  FrameSize size;
};

// "images" by id. Throws InputError for a repeated id or name, or a size that is not positive.
std::map<std::int64_t, CocoImage> ReadCocoImages(const CocoRecord& root);

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
