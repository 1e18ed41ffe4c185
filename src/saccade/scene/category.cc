#include "saccade/scene/category.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "saccade/base/edit_distance.h"

namespace saccade {
namespace {

constexpr std::array<Category, kBeliefChannels> kCategories = {{
    {"person", 1, "person"},
    {"bicycle", 2, "vehicle"},
    {"car", 3, "vehicle"},
    {"motorcycle", 4, "vehicle"},
    {"airplane", 5, "vehicle"},
    {"bus", 6, "vehicle"},
    {"train", 7, "vehicle"},
    {"truck", 8, "vehicle"},
    {"boat", 9, "vehicle"},
    {"traffic light", 10, "outdoor"},
    {"fire hydrant", 11, "outdoor"},
    {"stop sign", 13, "outdoor"},
    {"parking meter", 14, "outdoor"},
    {"bench", 15, "outdoor"},
    {"bird", 16, "animal"},
    {"cat", 17, "animal"},
    {"dog", 18, "animal"},
    {"horse", 19, "animal"},
    {"sheep", 20, "animal"},
    {"cow", 21, "animal"},
    {"elephant", 22, "animal"},
    {"bear", 23, "animal"},
    {"zebra", 24, "animal"},
    {"giraffe", 25, "animal"},
    {"backpack", 27, "accessory"},
    {"umbrella", 28, "accessory"},
    {"handbag", 31, "accessory"},
    {"tie", 32, "accessory"},
    {"suitcase", 33, "accessory"},
    {"frisbee", 34, "sports"},
    {"skis", 35, "sports"},
    {"snowboard", 36, "sports"},
    {"sports ball", 37, "sports"},
    {"kite", 38, "sports"},
    {"baseball bat", 39, "sports"},
    {"baseball glove", 40, "sports"},
    {"skateboard", 41, "sports"},
    {"surfboard", 42, "sports"},
    {"tennis racket", 43, "sports"},
    {"bottle", 44, "kitchen"},
    {"wine glass", 46, "kitchen"},
    {"cup", 47, "kitchen"},
    {"fork", 48, "kitchen"},
    {"knife", 49, "kitchen"},
    {"spoon", 50, "kitchen"},
    {"bowl", 51, "kitchen"},
    {"banana", 52, "food"},
    {"apple", 53, "food"},
    {"sandwich", 54, "food"},
    {"orange", 55, "food"},
    {"broccoli", 56, "food"},
    {"carrot", 57, "food"},
    {"hot dog", 58, "food"},
    {"pizza", 59, "food"},
    {"donut", 60, "food"},
    {"cake", 61, "food"},
    {"chair", 62, "furniture"},
    {"couch", 63, "furniture"},
    {"potted plant", 64, "furniture"},
    {"bed", 65, "furniture"},
    {"dining table", 67, "furniture"},
    {"toilet", 70, "furniture"},
    {"tv", 72, "electronic"},
    {"laptop", 73, "electronic"},
    {"mouse", 74, "electronic"},
    {"remote", 75, "electronic"},
    {"keyboard", 76, "electronic"},
    {"cell phone", 77, "electronic"},
    {"microwave", 78, "appliance"},
    {"oven", 79, "appliance"},
    {"toaster", 80, "appliance"},
    {"sink", 81, "appliance"},
    {"refrigerator", 82, "appliance"},
    {"book", 84, "indoor"},
    {"clock", 85, "indoor"},
    {"vase", 86, "indoor"},
    {"scissors", 87, "indoor"},
    {"teddy bear", 88, "indoor"},
    {"hair drier", 89, "indoor"},
    {"toothbrush", 90, "indoor"},
    {"things", 0, ""},
    {"banner", 92, ""},
    {"blanket", 93, ""},
    {"bridge", 95, ""},
    {"cardboard", 100, ""},
    {"counter", 107, ""},
    {"curtain", 109, ""},
    {"door-stuff", 112, ""},
    {"floor-wood", 118, ""},
    {"flower", 119, ""},
    {"fruit", 122, ""},
    {"gravel", 125, ""},
    {"house", 128, ""},
    {"light", 130, ""},
    {"mirror-stuff", 133, ""},
    {"net", 138, ""},
    {"pillow", 141, ""},
    {"platform", 144, ""},
    {"playingfield", 145, ""},
    {"railroad", 147, ""},
    {"river", 148, ""},
    {"road", 149, ""},
    {"roof", 151, ""},
    {"sand", 154, ""},
    {"sea", 155, ""},
    {"shelf", 156, ""},
    {"snow", 159, ""},
    {"stairs", 161, ""},
    {"tent", 166, ""},
    {"towel", 168, ""},
    {"wall-brick", 171, ""},
    {"wall-stone", 175, ""},
    {"wall-tile", 176, ""},
    {"wall-wood", 177, ""},
    {"water-other", 178, ""},
    {"window-blind", 180, ""},
    {"window-other", 181, ""},
    {"tree-merged", 184, ""},
    {"fence-merged", 185, ""},
    {"ceiling-merged", 186, ""},
    {"sky-other-merged", 187, ""},
    {"cabinet-merged", 188, ""},
    {"table-merged", 189, ""},
    {"floor-other-merged", 190, ""},
    {"pavement-merged", 191, ""},
    {"mountain-merged", 192, ""},
    {"grass-merged", 193, ""},
    {"dirt-merged", 194, ""},
    {"paper-merged", 195, ""},
    {"food-other-merged", 196, ""},
    {"building-other-merged", 197, ""},
    {"rock-merged", 198, ""},
    {"wall-other-merged", 199, ""},
    {"rug-merged", 200, ""},
}};

}  // namespace

std::span<const Category> Categories() { return kCategories; }

std::optional<int> ChannelOfCocoId(int coco_id) {
  if (coco_id <= 0) return std::nullopt;
  const auto found = std::ranges::find(kCategories, coco_id, &Category::coco_id);
  if (found == kCategories.end()) return std::nullopt;
  return static_cast<int>(found - kCategories.begin());
}

std::optional<int> ChannelOfName(std::string_view name) {
  const auto found = std::ranges::find(kCategories, name, &Category::name);
  if (found == kCategories.end()) return std::nullopt;
  return static_cast<int>(found - kCategories.begin());
}

std::optional<int> TaskIndex(std::string_view name) {
  std::string spaced(name);
  std::ranges::replace(spaced, '_', ' ');
  const auto found = std::ranges::find(kTaskNames, spaced);
  if (found == kTaskNames.end()) return std::nullopt;
  return static_cast<int>(found - kTaskNames.begin());
}

std::string TaskName(std::string_view text) {
  const std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  text = text.substr(first, text.find_last_not_of(blanks) + 1 - first);
  std::string plain;
  for (const unsigned char c : text) plain += c == '_' ? ' ' : static_cast<char>(std::tolower(c));
  constexpr std::array<std::string_view, 5> kFree = {"none", "freeview", "free view",
                                                     "free viewing", "free-viewing"};
  if (std::ranges::find(kFree, plain) != kFree.end()) return {};
  const auto channel = ChannelOfName(plain);
  return channel && *channel < kThingChannels ? plain : std::string(text);
}

std::string NearestThing(std::string_view task) {
  const int slips = task.size() < 8 ? 1 : 2;
  for (const Category& category : Categories().first(kThingChannels)) {
    if (EditDistance<char>(task, category.name) <= slips) return std::string(category.name);
  }
  return {};
}

int ChannelOfTask(int task) { return *ChannelOfName(kTaskNames.at(task)); }

std::string KnownTasks() {
  std::string list;
  for (const std::string_view name : kTaskNames) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

}  // namespace saccade
