#include "saccade/search/bc_lstm_model.h"

#include "saccade/search/recurrent_prediction.h"

namespace saccade {

BcLstmModel::BcLstmModel(const Model& model, const std::string& origin)
    : network_([&] {
        const NamedTensors weights = WithoutPrefix(model.tensors, "conv_lstm.");
        ConvLstmShapeOf(weights, origin);  // a clear error that names the folder
        return ConvLstm(weights);
      }()) {
  beliefs_.channels = network_.shape().channels;
  sampling_ = SamplingOf(model.description.calibration);
}

std::vector<TrialInImage> BcLstmModel::Predict(std::span<const Search> searches,
                                               const PredictOptions& options) const {
  SamplingOptions sampling = options.calibration ? SamplingOf(*options.calibration) : sampling_;
  sampling.max_fixations = options.max_fixations;
  sampling.greedy = options.greedy;
  sampling.stop_on_target = options.until_target;
  if (options.temperature) {
    sampling.first_temperature = sampling.later_temperature = *options.temperature;
  }
  return PredictScanpaths(network_, searches, options.samples, sampling, beliefs_, options.seed);
}

std::vector<double> BcLstmModel::NextFixation(const Search& search,
                                              std::span<const Cell> past) const {
  return NextFixationDistribution(network_, search, past, beliefs_);
}

}  // namespace saccade
