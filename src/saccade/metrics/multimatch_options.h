#pragma once

#include "saccade/base/options_fwd.h"
#include "saccade/metrics/multimatch.h"

namespace saccade::metrics {

OptionList OptionsOf(MultiMatchOptions& options);

}  // namespace saccade::metrics
