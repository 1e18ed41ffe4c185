#include "saccade/perception/parser_registry.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/installed.h"
#include "saccade/formats/zip_archive.h"
#include "saccade/perception/onnx_parser.h"
#include "saccade/perception/panoptic_fpn.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

std::vector<Path> FilesEndingIn(const Path& folder, const std::string& ending) {
  std::vector<Path> files;
  std::error_code none;  // a folder that is not there has no files
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// A checkpoint, else every ONNX model.
std::vector<Path> ParsersIn(const Path& folder) {
  const std::vector<Path> checkpoints = FilesEndingIn(folder, ".pkl");
  if (!checkpoints.empty()) return {checkpoints.front()};
  return FilesEndingIn(folder, ".onnx");
}

std::vector<Path> InstalledParsers() {
  if (const auto folder = ParserFolder()) return ParsersIn(*folder);
  throw InputError(
      fmt::format("there is no model that reads photos in {}: run `make models` in "
                  "saccade's source, or name one with --parser (docs/models.md)",
                  ListOfPaths(ModelFolders())));
}

std::unique_ptr<Parser> OpenOnnx(const ParserOptions& options, const std::vector<Path>& models) {
  OnnxModels onnx_models;
  for (const Path& model : models) {
    OnnxSession session(model, options.threads);
    const OnnxKind kind = KindOf(session);
    auto& of_kind = kind == OnnxKind::kInstances ? onnx_models.instances
                    : kind == OnnxKind::kBoxes   ? onnx_models.boxes
                                                 : onnx_models.semantic;
    of_kind.push_back(std::move(session));
  }
  OnnxParserOptions onnx;
  if (options.input_size > 0) onnx.input_size = options.input_size;
  return std::make_unique<OnnxParser>(std::move(onnx_models), onnx);
}

}  // namespace

std::optional<Path> ParserFolder() {
  for (const Path& folder : ModelFolders()) {
    if (!ParsersIn(folder).empty()) return folder;
  }
  return std::nullopt;
}

bool IsTorchScript(const Path& file) {
  const MappedFile mapped(file);
  if (!ZipArchive::IsZip(mapped.bytes())) return false;
  // Its code may be compressed, which the archive's reader refuses: the names are enough.
  const std::string_view bytes(reinterpret_cast<const char*>(mapped.bytes().data()),
                               mapped.bytes().size());
  return bytes.find("/code/__torch__") != std::string_view::npos;
}

std::unique_ptr<Parser> OpenParser(const ParserOptions& options) {
  const std::vector<Path> models = options.models.empty() ? InstalledParsers() : options.models;
  const auto is_onnx = [](const Path& model) { return model.extension() == ".onnx"; };
  for (const Path& model : models) {
    if (!std::filesystem::exists(model)) throw InputError(model, "", "there is no such file");
  }
  if (std::all_of(models.begin(), models.end(), is_onnx)) return OpenOnnx(options, models);
  if (models.size() > 1) {
    throw InputError(models[1], "", "only ONNX models work together; {} stands alone",
                     models[0].string());
  }
  if (IsTorchScript(models[0])) {
    if (!options.torchscript) {
      throw InputError(models[0], "",
                       "is TorchScript, and this build has no libtorch; configure with "
                       "-DSACCADE_TORCH=ON, or give an ONNX model");
    }
    return options.torchscript(models[0], options.threads);
  }
  PanopticFpnOptions fpn = options.input_size > 0
                               ? PanopticFpnOptions::WithInputSize(options.input_size)
                               : PanopticFpnOptions();
  fpn.threads = options.threads;
  return LoadPanopticFpn(models[0], fpn);
}

}  // namespace saccade
