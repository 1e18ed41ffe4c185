#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// The classes of COCO panoptic segmentation: the 80 things, then 54 stuff classes of which the
// first, "things", stands for every thing (the semantic head of Panoptic-FPN has such a class). A
// class's position in this list is its belief channel.
struct Category {
  std::string_view name;
  int coco_id = 0;                 // official id; 0 for stuff channel "things"
  std::string_view supercategory;  // of things; empty for stuff
};

inline constexpr int kThingChannels = 80;
inline constexpr int kStuffChannels = 54;
inline constexpr int kBeliefChannels = kThingChannels + kStuffChannels;

std::span<const Category> Categories();  // kBeliefChannels entries
std::optional<int> ChannelOfCocoId(int coco_id);
std::optional<int> ChannelOfName(std::string_view name);

// The 18 targets of COCO-Search18 in alphabetical order; a task's index is its place here.
inline constexpr int kTasks = 18;
inline constexpr std::array<std::string_view, kTasks> kTaskNames = {
    "bottle", "bowl",         "car",   "chair",     "clock",     "cup",
    "fork",   "keyboard",     "knife", "laptop",    "microwave", "mouse",
    "oven",   "potted plant", "sink",  "stop sign", "toilet",    "tv"};

// Accepts "_" for the blank, as the authors' folders have it.
std::optional<int> TaskIndex(std::string_view name);
// The belief channel of a task's own category.
int ChannelOfTask(int task);
// "bottle, bowl, ...": for messages.
std::string KnownTasks();

// A target's name as this program writes it: of COCO's things (the 18 among them) the catalogue's,
// whatever the case and with "_" for the blank; other names as they are, without blanks around
// them. Empty for what files write when nothing is searched ("none", "freeview").
std::string TaskName(std::string_view text);
// The thing whose name is a slip of the pen away from a name that is none; empty when there is
// none.
std::string NearestThing(std::string_view task);

}  // namespace saccade
