#include "saccade/app/libtorch.h"

#ifdef SACCADE_TORCH
#include "saccade/torch/torchscript_export.h"
#include "saccade/torch/torchscript_parser.h"
#endif

namespace saccade::app {

#ifdef SACCADE_TORCH
bool HasLibtorch() { return true; }

ParserOptions WithTorchScript(ParserOptions options) {
  options.torchscript = LoadTorchScriptParser;
  return options;
}

ExportOptions WithTorchScript(ExportOptions options) {
  options.torchscript = WriteTorchScript;
  return options;
}
#else
bool HasLibtorch() { return false; }
ParserOptions WithTorchScript(ParserOptions options) { return options; }
ExportOptions WithTorchScript(ExportOptions options) { return options; }
#endif

}  // namespace saccade::app
