#include "saccade/app/predict_options.h"

#include "saccade/base/error.h"

namespace saccade::app {

void Check(const PredictOptions& options) {
  if (options.samples < 1) throw InputError("--samples must be at least 1");
  if (options.max_fixations < 1) throw InputError("--max-fixations must be at least 1");
  if (options.temperature && !(*options.temperature > 0)) {
    throw InputError("--temperature must be more than 0");
  }
}

}  // namespace saccade::app
