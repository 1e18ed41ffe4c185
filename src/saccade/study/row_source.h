#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "saccade/metrics/conditional.h"
#include "saccade/metrics/human_set.h"
#include "saccade/metrics/row.h"
#include "saccade/scene/trial.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/study/comparison.h"

namespace saccade {

// The trials that a row is scored on, made ready once for all rows of a process.
struct ScoredTrials {
  std::filesystem::path file;
  std::vector<TrialInImage> trials;
  metrics::HumanSet humans;
};

// What a row that searches is shown.
struct ShownPictures {
  SearchSet set;
  std::map<std::pair<int, std::string>, std::size_t> by_pair;         // of set.searches
  const std::map<std::string, metrics::TaskPrior>* priors = nullptr;  // behind cIG
};

// What a source is given besides.
struct RowRequest {
  std::string title;
  PredictOptions predict;    // samples and seed set
  bool measure_rate = true;  // predict again until the time can be measured
};

struct SourcedRow {
  metrics::Row row;
  std::vector<TrialInImage> scanpaths{};  // behind it, before they are cut; none of people
  MethodCost cost{};                      // of predicting; what is learned has cost before
};

// Whoever gives a row of a table: people, the random scanpath, a model.
class RowSource {
 public:
  virtual ~RowSource() = default;
  // Its scanpaths depend on a seed.
  virtual bool IsDrawn() const { return true; }
  // It searches the pictures, which are then shown to it; `shown` may be null otherwise.
  virtual bool Searches() const { return false; }
  // Checksum of the files behind it, or its name; null where there is nothing to tell.
  virtual nlohmann::ordered_json Identity() const { return nullptr; }
  virtual SourcedRow Score(const ScoredTrials& on, const ShownPictures* shown,
                           const RowRequest& request) const = 0;
};

// "human", "random", or a model as OpenModel has it. Throws InputError when there is no such model.
std::unique_ptr<RowSource> OpenRowSource(const std::string& name, const ModelInputs& inputs);

}  // namespace saccade
