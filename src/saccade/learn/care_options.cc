#include "saccade/learn/care_options.h"

namespace saccade {
namespace {

OptionList List(CareOptions& o, bool by_loss) {
  OptionList list;
  list.Add("validate_every", o.validate_every, {1}, "epochs from one validation to the next");
  list.Add("validate_steps", o.validate_steps, {0}, "the same in steps; 0: by epochs");
  if (!by_loss) {
    list.Add("validation_samples", o.validation_samples, {1, 1000},
             "scanpaths a pair drawn for it");
  }
  list.Add("final_samples", o.final_samples, {1, 1000},
           "scanpaths a pair when the model is calibrated and scored")
      .Add("patience", o.patience, {0},
           "validations without a better one until training stops; 0: never")
      .Add("keep_last", o.keep_last,
           "keep the last weights, not those that were best on validation")
      .Add("checkpoint_every", o.checkpoint_every, {1}, "steps between two checkpoints");
  return list;
}

}  // namespace

OptionList OptionsOf(CareOptions& options) { return List(options, false); }
OptionList OptionsByLossOf(CareOptions& options) { return List(options, true); }

}  // namespace saccade
