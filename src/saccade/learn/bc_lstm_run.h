#pragma once

#include "saccade/learn/bc_lstm_options.h"
#include "saccade/learn/training_run.h"

namespace saccade {

// `saccade train bc-lstm` as a value.
struct BcLstmRunOptions : RunFiles {
  BcLstmOptions learning;
  // Those nearest to people on validation become the model's.
  CalibrationGrid grid{.first = {1.0, 0.9, 0.8, 0.7}, .later = {1.0, 0.7, 0.5, 0.4, 0.3}};
};

// Trains and leaves a run folder, with the same promises as TrainRun (training_run.h): every file
// appears whole; `kill -9` at any moment and `resume` go on to the same bits as a run that was
// never stopped. The model's kind is "bc-lstm", its tensors have the prefix "conv_lstm.".
TrainingReport TrainBcLstm(const BcLstmRunOptions& options);

}  // namespace saccade
