#include "saccade/study/hidden_channels.h"

#include <memory>
#include <set>

#include "saccade/base/error.h"

namespace saccade {
namespace {

std::string NameByTask(std::string_view task, const std::string& name) {
  return std::string(task) + "/" + name;
}

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

}  // namespace

PictureBeliefs WithoutChannels(const PictureBeliefs& beliefs, const ChannelMask& hidden) {
  return {beliefs.name, Without(beliefs.sharp, hidden), Without(beliefs.blurred, hidden)};
}

ChannelMask HiddenChannels(std::span<const std::string> words, int task) {
  ChannelMask hidden;
  for (const std::string& word : words) {
    if (const auto channel = ChannelOfName(word)) {
      hidden.set(static_cast<std::size_t>(*channel));
      continue;
    }
    const ChannelGroup group = ChannelGroupOf(word);
    if (group == ChannelGroup::kHistory) {
      throw InputError("history is no belief and cannot be hidden; use a model without it");
    }
    hidden |= ChannelsOf(group, task);
  }
  return hidden;
}

void Hide(SearchSet& set, std::span<const std::string> words) {
  if (words.empty()) return;
  for (Search& search : set.searches) {
    search.variants = {std::make_shared<const PictureBeliefs>(
        WithoutChannels(search.Beliefs(), HiddenChannels(words, search.task)))};
    search.plain_variants = 1;
  }
}

void NameByTask(std::vector<TrialInImage>& trials) {
  for (TrialInImage& trial : trials) trial.name = NameByTask(trial.task, trial.name);
}

void WriteHidden(const BeliefStore& store, std::span<const TrialInImage> trials,
                 std::span<const std::string> words, const std::filesystem::path& file) {
  std::set<std::pair<std::string, std::string>> pairs;
  for (const TrialInImage& trial : trials) pairs.emplace(trial.task, trial.name);
  std::vector<EncodedPicture> pictures;
  for (const auto& [task, name] : pairs) {
    const auto index = TaskIndex(task);
    if (!index) throw InputError("task " + task + " is unknown; known are " + KnownTasks());
    PictureBeliefs beliefs = WithoutChannels(store.Load(name), HiddenChannels(words, *index));
    beliefs.name = NameByTask(task, name);
    pictures.push_back(EncodePicture(beliefs, store.values()));
  }
  WriteBeliefStore(file, std::move(pictures), {store.values(), store.notes()});
}

}  // namespace saccade
