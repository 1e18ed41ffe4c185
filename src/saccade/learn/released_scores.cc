#include "saccade/learn/released_scores.h"

#include <fmt/format.h>

#include "saccade/search/prediction.h"

namespace saccade {

constexpr int kSamples = 10;  // scanpaths a pair

ReleasedScores::ReleasedScores(std::span<const TrialInImage> validation,
                               const BeliefLibrary& library)
    : humans_(metrics::PrepareHumans(validation, metrics::ProtocolByName("reference"))),
      set_(MakeSearchSet(validation, library, {})) {}

std::map<std::string, double> ReleasedScores::Of(const NamedTensors& policy,
                                                 std::uint64_t seed) const {
  const PolicyInference network(policy);
  const auto predictions = PredictScanpaths(network, set_.searches, kSamples,
                                            {.recorded_start = true, .stop_on_target = false},
                                            {.channels = network.shape().channels}, seed);
  const metrics::Row row =
      metrics::ScorePredictions(humans_, "model", predictions, humans_.protocol.predicted_cell);
  const metrics::ScoreVector scores =
      metrics::Summarize(humans_, {&row, 1}, {.draws = 0}).rows.front().scores.value;
  std::map<std::string, double> named = {
      {"released/probability_mismatch", scores[metrics::kProbabilityMismatch]}};
  for (const std::size_t fixation : {1, 3, 6}) {
    named[fmt::format("released/found_by_{}", fixation)] = scores[metrics::kCdf + fixation];
  }
  return named;
}

}  // namespace saccade
