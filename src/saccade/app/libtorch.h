#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "saccade/perception/parser_registry.h"
#include "saccade/search/model_exchange.h"
#include "saccade/search/search_set.h"

namespace saccade::app {

// libtorch is an optional component: here, and nowhere else, it is known whether this build has it.
bool HasLibtorch();

// The same options, with what opens or writes TorchScript where the build has it.
ParserOptions WithTorchScript(ParserOptions options);
ExportOptions WithTorchScript(ExportOptions options);

// Seconds of one training iteration by the fast paths, and how much longer the plain networks take
// (torch/learning_benchmark.h), by name. Nothing where the build has no plain networks.
std::vector<std::pair<std::string, double>> LearningSpeed(std::span<const TrialInImage> trials,
                                                          const BeliefLibrary& library,
                                                          int pictures, std::uint64_t seed);

}  // namespace saccade::app
