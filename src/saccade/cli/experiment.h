#pragma once

#include "saccade/cli/command.h"
#include "saccade/study/study.h"

namespace saccade::cli {

// `saccade experiment NAME` of a study (study/studies.cc): the same options for all.
void AddStudy(CLI::App& experiment, const Study& study, Invocation& invocation);

}  // namespace saccade::cli
