#pragma once

#include <string>

#include "saccade/base/options_fwd.h"
#include "saccade/scene/trial_file.h"

namespace saccade {

// How trials are read; the file's frame stands under the name that is free for it.
OptionList OptionsOf(TrialFileOptions& options, const std::string& frame = "frame");

}  // namespace saccade
