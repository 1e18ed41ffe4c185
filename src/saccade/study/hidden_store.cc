#include "saccade/study/hidden_store.h"

#include <set>

#include "saccade/base/error.h"
#include "saccade/search/hidden_channels.h"

namespace saccade {
namespace {

std::string NameByTask(std::string_view task, const std::string& name) {
  return std::string(task) + "/" + name;
}

}  // namespace

void NameByTask(std::vector<TrialInImage>& trials) {
  for (TrialInImage& trial : trials) trial.name = NameByTask(trial.task, trial.name);
}

void WriteHidden(const BeliefStore& store, std::span<const TrialInImage> trials,
                 std::span<const std::string> words, const std::filesystem::path& file) {
  for (const std::string& word : words) {
    if (word == "history") {
      throw InputError("history is no belief and cannot be hidden; use a model without it");
    }
  }
  std::set<std::pair<std::string, std::string>> pairs;
  for (const TrialInImage& trial : trials) pairs.emplace(trial.task, trial.name);
  std::vector<EncodedPicture> pictures;
  for (const auto& [task, name] : pairs) {
    const auto index = TaskIndex(task);
    if (!index) throw InputError("task " + task + " is unknown; known are " + KnownTasks());
    PictureBeliefs beliefs = Without(store.Load(name), HiddenChannels(words, *index));
    beliefs.name = NameByTask(task, name);
    pictures.push_back(EncodePicture(beliefs, store.values()));
  }
  WriteBeliefStore(file, std::move(pictures), {store.values(), store.notes()});
}

}  // namespace saccade
