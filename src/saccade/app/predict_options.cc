#include "saccade/app/predict_options.h"

#include "saccade/base/error.h"
#include "saccade/search/installed_models.h"

namespace saccade::app {

void Check(const PredictOptions& options) {
  if (options.samples < 1) throw InputError("--samples must be at least 1");
  if (options.max_fixations < 1) throw InputError("--max-fixations must be at least 1");
  if (options.temperature && !(*options.temperature > 0)) {
    throw InputError("--temperature must be more than 0");
  }
}

std::string ModelOrDefault(const std::string& folder_or_name) {
  return ResolveModel(folder_or_name.empty() ? kDefaultModel : folder_or_name);
}

}  // namespace saccade::app
