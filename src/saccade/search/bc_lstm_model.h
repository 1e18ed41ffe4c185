#pragma once

#include "saccade/nn/conv_lstm.h"
#include "saccade/search/model_folder.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// Behaviour cloning whose state is a learned convolutional LSTM (kind "bc-lstm"). It begins with
// the fixation on the centre and is stepped through the fixations that follow.
class BcLstmModel : public ScanpathModel {
 public:
  // Throws InputError, naming `origin`, when the tensors are not such a network.
  BcLstmModel(const Model& model, const std::string& origin);

  std::string name() const override { return "bc-lstm"; }
  std::vector<TrialInImage> Predict(std::span<const Search> searches,
                                    const PredictOptions& options) const override;
  std::vector<double> NextFixation(const Search& search, std::span<const Cell> past) const override;

 private:
  ConvLstm network_;
  SamplingOptions sampling_;
  BeliefOptions beliefs_;
};

}  // namespace saccade
