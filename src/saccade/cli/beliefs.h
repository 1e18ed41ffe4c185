#pragma once

#include <CLI/CLI.hpp>

#include "saccade/cli/command.h"

namespace saccade::cli {

// The commands below `saccade beliefs`, one file each.
void AddBeliefsBuild(CLI::App& beliefs, Invocation& invocation);
void AddBeliefsInfo(CLI::App& beliefs, Invocation& invocation);
void AddBeliefsShow(CLI::App& beliefs, Invocation& invocation);
void AddBeliefsVerify(CLI::App& beliefs, Invocation& invocation);
void AddBeliefsMerge(CLI::App& beliefs, Invocation& invocation);
void AddBeliefsCoverage(CLI::App& beliefs, Invocation& invocation);

}  // namespace saccade::cli
