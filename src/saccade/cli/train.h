#pragma once

#include "saccade/cli/command.h"

// The methods of `saccade train` that have a file of their own; train.cc hooks them in.
namespace saccade::cli {

void AddTrainBcLstm(CLI::App& train, Invocation& invocation);

}  // namespace saccade::cli
