#pragma once

#include "saccade/base/options.h"

namespace saccade {

// How a training is looked after.
struct CareOptions {
  int validate_every = 1;      // epochs
  int validate_steps = 0;      // the same in steps; 0: by epochs
  int validation_samples = 5;  // scanpaths a pair
  int final_samples = 10;      // the same when the model is calibrated
  int patience = 0;            // validations without a better one until it stops; 0: never
  bool keep_last = false;      // the model is the last one, not the best on validation
  int checkpoint_every = 8;    // steps; after every validation too
};
OptionList OptionsOf(CareOptions& options);
// Of a learner that is validated by a loss of its own: no scanpaths are drawn for that.
OptionList OptionsByLossOf(CareOptions& options);

}  // namespace saccade
