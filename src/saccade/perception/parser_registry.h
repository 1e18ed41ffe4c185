#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "saccade/perception/parser.h"

namespace saccade {

// The first of ModelFolders() (base/installed.h) that holds a model that reads photos.
std::optional<std::filesystem::path> ParserFolder();

struct ParserOptions {
  // One file, or any number of ONNX models (onnx_parser.h). Empty: what lies in ParserFolder(), a
  // Panoptic-FPN checkpoint (*.pkl) before ONNX models.
  std::vector<std::filesystem::path> models;
  // Panoptic-FPN: the input's shorter edge, 800 by default. ONNX models of free size: the longer,
  // 640.
  int input_size = 0;
  int threads = 0;  // of one Parse(); 0: Threads(). 1 where pictures are parsed in parallel
  // Opens TorchScript files (torch/torchscript_parser.h); empty in a build without libtorch.
  std::function<std::unique_ptr<Parser>(const std::filesystem::path&, int threads)> torchscript =
      nullptr;
};

// Opens a parser by what its files are: *.onnx (onnx_parser.h), TorchScript, or a Panoptic-FPN
// checkpoint (panoptic_fpn.h). Throws InputError: no model installed, a file that is none of these,
// several files that are not all ONNX, TorchScript without its opener.
std::unique_ptr<Parser> OpenParser(const ParserOptions& options = {});

// Whether a file is TorchScript (a zip archive that holds code) rather than a dictionary of
// tensors.
bool IsTorchScript(const std::filesystem::path& file);

}  // namespace saccade
