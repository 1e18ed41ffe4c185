#pragma once

#include "saccade/perception/parser_registry.h"
#include "saccade/search/model_exchange.h"

namespace saccade::app {

// libtorch is an optional component: here, and nowhere else, it is known whether this build has it.
bool HasLibtorch();

// The same options, with what opens or writes TorchScript where the build has it.
ParserOptions WithTorchScript(ParserOptions options);
ExportOptions WithTorchScript(ExportOptions options);

}  // namespace saccade::app
