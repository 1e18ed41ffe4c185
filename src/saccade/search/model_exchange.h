#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "saccade/base/options_fwd.h"
#include "saccade/nn/network_layout.h"
#include "saccade/search/model_folder.h"

namespace saccade {

// Models to and from other programs.

// A model (kind irl, preset reference) from the authors' files: a generator, a discriminator, or
// one of each. `expected` is what each of them must be, if known. Throws InputError as
// ReadAuthorsCheckpoint, and when both files are the same network or their channels differ.
Model ImportAuthorsModel(std::span<const std::filesystem::path> files,
                         std::optional<NetworkKind> expected = {});

enum class ExportFormat { kPyTorch, kTorchScript, kOnnx };

struct ExportOptions {
  ExportFormat format = ExportFormat::kPyTorch;
  // Default: the policy, or the discriminator of a model that has no policy.
  std::optional<NetworkKind> network = {};
  // kPyTorch: as the authors' checkpoints, {"global_step", "model"}, not a bare state dict.
  bool as_checkpoint = false;
  // Writes TorchScript (torch/torchscript_export.h); empty in a build without libtorch.
  std::function<void(const std::filesystem::path&, const NamedTensors&,
                     const std::map<std::string, double>& constants)>
      torchscript = {};
};

OptionList OptionsOf(ExportOptions& options);

// Writes one network of a model (torch_file.h, onnx_export.h or options.torchscript) at temperature
// 1; a policy's calibration goes along as attributes or metadata. The authors' classes have no gaze
// prior: kPyTorch leaves it out and says so on stderr. Throws InputError when the model has no such
// network.
void ExportModel(const std::filesystem::path& model, const std::filesystem::path& out,
                 const ExportOptions& options);

// The tensors of a model folder, a safetensors file or a PyTorch file (a state dict, or a
// dictionary with one under "model"), and the checksum of the file they stand in.
struct WeightsFile {
  std::string format;  // "model folder", "safetensors", "PyTorch"
  NamedTensors tensors;
  std::uint64_t checksum = 0;
  std::optional<ModelDescription> description;  // of a folder
};
WeightsFile ReadWeightsFile(const std::filesystem::path& path);

}  // namespace saccade
