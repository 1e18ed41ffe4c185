#include "saccade/search/stand_in.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
#include "saccade/search/hidden_channels.h"

namespace saccade {
namespace {

constexpr std::string_view kOtherwise = "cup";  // small, and found anywhere

BeliefLayer Exchanged(BeliefLayer layer, int a, int b) {
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const auto begin = layer.entries.begin() + layer.offsets[cell];
    const auto end = layer.entries.begin() + layer.offsets[cell + 1];
    for (auto entry = begin; entry != end; ++entry) {
      if (entry->channel == a) {
        entry->channel = static_cast<std::uint8_t>(b);
      } else if (entry->channel == b) {
        entry->channel = static_cast<std::uint8_t>(a);
      }
    }
    std::ranges::sort(begin, end, {}, &BeliefEntry::channel);
  }
  return layer;
}

// Channels by which words mean a class move with its maps; a group is meant of what is searched.
ChannelMask Hidden(std::span<const std::string> without, int task, int thing) {
  ChannelMask hidden;
  for (const std::string& word : without) {
    ChannelMask one = HiddenChannels({&word, 1}, task);
    if (ChannelOfName(word)) {
      const auto a = static_cast<std::size_t>(ChannelOfTask(task));
      const auto b = static_cast<std::size_t>(thing);
      const bool at_a = one[a];
      one[a] = one[b];
      one[b] = at_a;
    }
    hidden |= one;
  }
  return hidden;
}

}  // namespace

int ThingOf(std::string_view name) {
  const auto things = Categories().first(kThingChannels);
  const auto channel = ChannelOfName(TaskName(name));
  if (channel && *channel < kThingChannels) return *channel;
  std::vector<std::string> known;
  for (const Category& thing : things) known.emplace_back(thing.name);
  const std::string nearest = NearestWord(name, known);
  throw InputError(fmt::format(
      "--target {}: no such thing{}; what can be searched for are COCO's 80 things, of which "
      "people "
      "taught {}",
      name, nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest), KnownTasks()));
}

bool IsLearned(int thing) { return ChannelOfTask(TaskFor(thing)) == thing; }

int TaskFor(int thing) {
  const auto& wanted = Categories()[static_cast<std::size_t>(thing)];
  if (const auto task = TaskIndex(wanted.name)) return *task;
  for (const Category& other : Categories().first(kThingChannels)) {
    const auto task = TaskIndex(other.name);
    if (task && other.supercategory == wanted.supercategory) return *task;
  }
  return *TaskIndex(kOtherwise);
}

PictureBeliefs Exchanged(const PictureBeliefs& beliefs, int a, int b) {
  if (a == b) return beliefs;
  return {beliefs.name, Exchanged(beliefs.sharp, a, b), Exchanged(beliefs.blurred, a, b)};
}

void SearchFor(Search& search, int thing, std::span<const std::string> without) {
  search.task = TaskFor(thing);
  if (!IsLearned(thing)) {
    search.variants = {std::make_shared<const PictureBeliefs>(
        Exchanged(search.Beliefs(), thing, ChannelOfTask(search.task)))};
  }
  if (!without.empty()) Hide(search, Hidden(without, search.task, thing));
}

}  // namespace saccade
