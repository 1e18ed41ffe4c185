#include "saccade/study/study_data.h"

#include "saccade/base/error.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/hidden_channels.h"

namespace saccade {

using Json = nlohmann::ordered_json;

const ScoredTrials& StudyData::Scored(const TrialChoice& choice) {
  auto& scored = scored_[ToJson(choice).dump()];
  if (!scored) {
    scored = std::make_unique<ScoredTrials>();
    scored->file = options_.validation;
    scored->trials = Chosen(Trials(options_.validation), choice);
    scored->humans =
        metrics::PrepareHumans(scored->trials, metrics::ProtocolByName(options_.protocol));
  }
  return *scored;
}

const ShownPictures& StudyData::Shown(const TrialChoice& choice,
                                      const std::vector<std::string>& hidden) {
  const std::string key = ToJson(choice).dump() + Json(hidden).dump();
  if (shown_ && shown_key_ == key) return *shown_;
  if (!priors_) {
    priors_ =
        metrics::MakePriors(Trials(options_.fixations), metrics::ProtocolByName(options_.protocol));
  }
  shown_key_ = key;
  shown_ = std::make_unique<ShownPictures>();
  shown_->priors = &*priors_;
  shown_->set = MakeSearchSet(Scored(choice).trials, Library(), {});
  Hide(shown_->set.searches, hidden);
  for (std::size_t i = 0; i < shown_->set.searches.size(); ++i) {
    const Search& search = shown_->set.searches[i];
    shown_->by_pair[{search.task, search.name}] = i;
  }
  return *shown_;
}

const std::vector<Search>& StudyData::Searches() {
  if (searches_.empty()) {
    const metrics::HumanSet& humans = Scored().humans;
    for (Search& search : MakeSearchSet(Scored().trials, Library(), {}).searches) {
      if (humans.Find(kTaskNames[search.task], search.name)) searches_.push_back(std::move(search));
    }
    // Their own random numbers whatever they are searched beside.
    for (std::size_t i = 0; i < searches_.size(); ++i) searches_[i].stream = i;
  }
  return searches_;
}

const std::vector<TrialInImage>& StudyData::Trials(const std::filesystem::path& file) {
  auto& trials = trials_[file];
  if (trials.empty()) trials = ReadTrialsInImage(file);
  return trials;
}

const BeliefLibrary& StudyData::Library() {
  if (!library_) {
    store_.emplace(BeliefStore::Open(options_.beliefs.front()));
    library_ = std::make_unique<BeliefLibrary>(*store_);
  }
  return *library_;
}

}  // namespace saccade
