#include "saccade/search/model_exchange.h"

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/options.h"
#include "saccade/formats/safetensors.h"
#include "saccade/formats/torch_file.h"
#include "saccade/formats/unpickle.h"
#include "saccade/nn/authors_checkpoint.h"
#include "saccade/nn/onnx_export.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

std::string Prefix(NetworkKind kind) { return std::string(NetworkName(kind)) + "."; }

// The network's tensors without prefix.
NamedTensors ChooseNetwork(const Path& folder, const Model& model,
                           std::optional<NetworkKind> wanted) {
  for (const NetworkKind kind : {NetworkKind::kPolicy, NetworkKind::kDiscriminator}) {
    if (wanted && *wanted != kind) continue;
    NamedTensors network = WithoutPrefix(model.tensors, Prefix(kind));
    if (!network.empty()) return network;
  }
  throw InputError(folder, "", "of kind {} has no {}; nothing to export", model.description.kind,
                   wanted ? NetworkName(*wanted) : "policy or discriminator");
}

// What the authors' classes know of a policy.
NamedTensors WithoutGazePrior(NamedTensors policy) {
  std::erase_if(policy, [](const auto& entry) { return entry.first.starts_with("gaze."); });
  return policy;
}

bool LooksLikeSafetensors(std::span<const std::byte> bytes) {
  return bytes.size() > 8 && bytes[8] == std::byte{'{'};
}

}  // namespace

Model ImportAuthorsModel(std::span<const Path> files, std::optional<NetworkKind> expected) {
  Model model;
  model.description.kind = "irl";
  model.description.preset = "reference";
  model.description.name = "Imported from the authors' files";
  model.description.beliefs = {"reference", 1};
  std::optional<int> channels;
  for (const Path& file : files) {
    const AuthorsCheckpoint checkpoint = ReadAuthorsCheckpoint(file);
    const NetworkKind kind = checkpoint.layout.kind;
    if (expected && *expected != kind) {
      throw InputError(file, "", "is a {}, not a {}", NetworkName(kind), NetworkName(*expected));
    }
    if (channels.value_or(checkpoint.layout.channels) != checkpoint.layout.channels) {
      throw InputError(file, "", "reads {} belief maps, the file before it {}",
                       checkpoint.layout.channels, *channels);
    }
    channels = checkpoint.layout.channels;
    NamedTensors tensors = WithPrefix(checkpoint.tensors, Prefix(kind));
    if (model.tensors.contains(tensors.begin()->first)) {
      throw InputError(file, "", "is a second {}; give one of each network", NetworkName(kind));
    }
    model.tensors.merge(std::move(tensors));
    model.description.training.push_back(
        DescribeTrainingFile(std::string(NetworkName(kind)), file));
    model.description.settings[std::string(NetworkName(kind)) + "_global_step"] =
        std::to_string(checkpoint.global_step);
  }
  model.description.channels = channels.value_or(kBeliefChannels);
  return model;
}

OptionList OptionsOf(ExportOptions& o) {
  OptionList list;
  list.Add("format", o.format, {"pytorch", "torchscript", "onnx"},
           "pytorch (a state dict for the authors' classes), torchscript or onnx")
      .Add("network", ChoiceOf(o.network, {"policy", "discriminator"}),
           "Which network (default: the policy, if the model has one)")
      .Add("checkpoint", o.as_checkpoint,
           "With pytorch: the dictionary that the authors' utils.load() expects")
      .Omit();
  return list;
}

void ExportModel(const Path& folder, const Path& out, const ExportOptions& options) {
  const Model model = ReadModelFolder(folder);
  NamedTensors network = ChooseNetwork(folder, model, options.network);
  const NetworkLayout layout = ReadNetworkLayout(folder, network);
  const auto calibration = layout.kind == NetworkKind::kPolicy ? model.description.calibration
                                                               : std::map<std::string, double>();
  switch (options.format) {
    case ExportFormat::kTorchScript:
      if (!options.torchscript) {
        throw InputError(
            "this build has no libtorch, which writes TorchScript; configure with "
            "-DSACCADE_TORCH=ON, or export to ONNX");
      }
      return options.torchscript(out, network, calibration);
    case ExportFormat::kOnnx:
      return WriteOnnx(out, network, calibration);
    case ExportFormat::kPyTorch:
      break;
  }
  if (layout.gaze_prior) {
    LogWarning(
        "{}: the authors' classes have no gaze prior, it is left out; torchscript and onnx "
        "keep it",
        folder.string());
    network = WithoutGazePrior(std::move(network));
  }
  using Layout = TorchFileOptions::Layout;
  WriteTorchFile(out, network,
                 {options.as_checkpoint ? Layout::kCheckpoint : Layout::kStateDict, 0});
}

WeightsFile ReadWeightsFile(const Path& path) {
  if (std::filesystem::is_directory(path)) {
    Model model = ReadModelFolder(path);
    return {"model folder", std::move(model.tensors),
            Checksum(MappedFile(path / kWeightsFile).bytes()), std::move(model.description)};
  }
  if (path.extension() == ".onnx") {
    throw InputError(path, "",
                     "is an ONNX model; give the model's folder, a safetensors file or a "
                     "PyTorch state dict");
  }
  const MappedFile file(path);
  const std::uint64_t checksum = Checksum(file.bytes());
  if (LooksLikeSafetensors(file.bytes())) {
    return {"safetensors", ReadSafetensors(path), checksum, std::nullopt};
  }
  const PickleValue root = ParseTorchFile(file.bytes(), path);
  const PickleValue* inner = root.Is(PickleValue::Kind::kDict) ? root.Find("model") : nullptr;
  return {"PyTorch", NamedTensorsOf(inner != nullptr ? *inner : root, path), checksum,
          std::nullopt};
}

}  // namespace saccade
