#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/learn/calibration.h"
#include "saccade/metrics/evaluation.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// Scores models against people during training, with the metrics of `saccade evaluate`.
class Validation {
 public:
  // `validation`: whole trials; `train`: for the priors of the information gain, may be empty. Each
  // store of the library is scored by itself: a policy should serve all of them.
  Validation(std::span<const TrialInImage> validation, std::span<const TrialInImage> train,
             const BeliefLibrary& library);
  // Without beliefs, for models that see the pictures themselves.
  Validation(std::span<const TrialInImage> validation, std::span<const TrialInImage> train);

  struct Options {
    int samples = 5;                                        // scanpaths a pair
    std::optional<Calibration> calibration = std::nullopt;  // the model's own otherwise
    bool with_maps = false;                                 // cIG, cNSS, cAUC too
    std::size_t store = 0;                                  // of the library, below stores()
    std::uint64_t seed = 0;
  };
  metrics::ScoreVector Score(const ScanpathModel& model, const Options& options) const;

  // Scores one search with everything that Score does: throws what Score would.
  void TryOut(const ScanpathModel& model) const;

  // How far scores are from people's, in one number; smaller is better: the mean shortfall of the
  // four MultiMatch dimensions in hundredths, plus ten times the probability mismatch in units of
  // the same size (a mismatch of .3 weighs like .01 in each dimension). What training selects by.
  double Distance(const metrics::ScoreVector& scores) const;
  // The mean over all stores, and the scores on the first.
  struct Outcome {
    double distance = 0;
    metrics::ScoreVector scores;
  };
  Outcome Validate(const ScanpathModel& model, Options options) const;

  const metrics::ScoreVector& human() const { return human_; }
  std::size_t stores() const { return by_store_.size(); }
  const SearchSet& searches(std::size_t store = 0) const { return by_store_.at(store); }
  const metrics::HumanSet& humans() const { return humans_; }

 private:
  Validation(std::span<const TrialInImage> validation, std::span<const TrialInImage> train,
             std::vector<SearchSet> by_store);

  metrics::HumanSet humans_;
  std::vector<SearchSet> by_store_;  // the same searches, with the beliefs of one store each
  std::map<std::string, metrics::TaskPrior> priors_;
  metrics::ScoreVector human_;
};

}  // namespace saccade
