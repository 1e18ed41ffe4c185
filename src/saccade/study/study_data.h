#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_store.h"
#include "saccade/study/row_source.h"
#include "saccade/study/study.h"
#include "saccade/study/trial_choice.h"

namespace saccade {

// The input files of a study, read when a cell first asks for them and kept for the next.
class StudyData {
 public:
  explicit StudyData(const StudyOptions& options) : options_(options) {}

  const ScoredTrials& Scored(const TrialChoice& choice = {});
  // What a row sees. The last one is kept: rows that see the same follow each other.
  const ShownPictures& Shown(const TrialChoice& choice, const std::vector<std::string>& hidden);
  // The searches of the scored pairs, in the order of the pairs.
  const std::vector<Search>& Searches();
  const std::vector<TrialInImage>& Trials(const std::filesystem::path& file);

 private:
  const BeliefLibrary& Library();

  StudyOptions options_;
  std::map<std::filesystem::path, std::vector<TrialInImage>> trials_;
  std::map<std::string, std::unique_ptr<ScoredTrials>> scored_;
  std::string shown_key_;
  std::unique_ptr<ShownPictures> shown_;
  std::vector<Search> searches_;
  std::optional<std::map<std::string, metrics::TaskPrior>> priors_;
  std::optional<BeliefStore> store_;
  std::unique_ptr<BeliefLibrary> library_;
};

}  // namespace saccade
