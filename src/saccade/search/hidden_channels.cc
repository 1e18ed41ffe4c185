#include "saccade/search/hidden_channels.h"

#include <algorithm>
#include <array>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
namespace saccade {
namespace {

BeliefLayer Without(const BeliefLayer& layer, const ChannelMask& hidden) {
  BeliefLayer kept;
  kept.entries.reserve(layer.entries.size());
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(cell)) {
      if (!hidden[entry.channel]) kept.entries.push_back(entry);
    }
    kept.offsets[cell + 1] = static_cast<std::uint32_t>(kept.entries.size());
  }
  return kept;
}

constexpr std::array<std::string_view, 5> kGroups = {"target", "other-things", "stuff", "saliency",
                                                     "history"};

std::vector<std::string> ClassNames() {
  std::vector<std::string> names;
  for (const Category& category : Categories()) names.emplace_back(category.name);
  return names;
}

}  // namespace

PictureBeliefs Without(const PictureBeliefs& beliefs, const ChannelMask& hidden) {
  return {beliefs.name, Without(beliefs.sharp, hidden), Without(beliefs.blurred, hidden)};
}

ChannelMask HiddenChannels(std::span<const std::string> words, int task) {
  ChannelMask hidden;
  for (const std::string& word : words) {
    if (const auto channel = ChannelOfName(word)) {
      hidden.set(static_cast<std::size_t>(*channel));
      continue;
    }
    if (std::ranges::find(kGroups, word) == kGroups.end()) {
      const std::string nearest = NearestWord(word, ClassNames());
      throw InputError(fmt::format(
          "\"{}\" is no class{} and none of target, other-things, stuff, saliency, history", word,
          nearest.empty() ? "" : " (did you mean " + nearest + "?)"));
    }
    hidden |= ChannelsOf(ChannelGroupOf(word), task);
  }
  return hidden;
}

void Hide(Search& search, const ChannelMask& hidden) {
  search.variants = {std::make_shared<const PictureBeliefs>(Without(search.Beliefs(), hidden))};
  search.plain_variants = 1;
  search.off |= hidden;
}

void Hide(std::span<Search> searches, std::span<const std::string> words) {
  if (words.empty()) return;
  for (Search& search : searches) Hide(search, HiddenChannels(words, search.task));
}

}  // namespace saccade
