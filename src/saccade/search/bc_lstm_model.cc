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
  return PredictScanpaths(network_, searches, options.samples, SamplingFor(options, sampling_),
                          beliefs_, options.seed);
}

std::vector<double> BcLstmModel::NextFixation(const Search& search,
                                              std::span<const Cell> past) const {
  return NextFixationDistribution(network_, search, past, beliefs_);
}

}  // namespace saccade
