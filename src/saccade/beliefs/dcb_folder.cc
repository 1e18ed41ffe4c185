#include "saccade/beliefs/dcb_folder.h"

#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/formats/unpickle.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view kEnding = ".pth.tar";

// Relative paths "<task>/<name>.pth.tar" under HR or LR.
std::set<Path> FilesUnder(const Path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(folder, "", "is not there; the authors' layout is HR/<task> and LR/<task>");
  }
  std::set<Path> files;
  for (const auto& task : std::filesystem::directory_iterator(folder)) {
    if (!task.is_directory()) continue;
    if (!TaskIndex(task.path().filename().string())) {
      throw InputError(task.path(), "", "is no task; tasks are {}", KnownTasks());
    }
    for (const auto& file : std::filesystem::directory_iterator(task.path())) {
      if (file.path().filename().string().ends_with(kEnding)) {
        files.insert(task.path().filename() / file.path().filename());
      }
    }
  }
  return files;
}

}  // namespace

std::vector<DcbPicture> FindDcbPictures(const Path& folder) {
  const std::set<Path> sharp = FilesUnder(folder / "HR");
  const std::set<Path> blurred = FilesUnder(folder / "LR");
  if (sharp.empty()) throw InputError(folder / "HR", "", "has no <task>/<name>.pth.tar");
  for (const Path& file : sharp) {
    if (!blurred.contains(file)) throw InputError(folder / "LR" / file, "", "is missing");
  }
  for (const Path& file : blurred) {
    if (!sharp.contains(file)) throw InputError(folder / "HR" / file, "", "is missing");
  }
  std::map<std::string, DcbPicture> pictures;
  for (const Path& file : sharp) {
    std::string name = file.filename().string();
    name.replace(name.size() - kEnding.size(), kEnding.size(), ".jpg");
    DcbPicture& picture = pictures[name];
    picture.name = name;
    picture.sharp.push_back(folder / "HR" / file);
    picture.blurred.push_back(folder / "LR" / file);
  }
  std::vector<DcbPicture> sorted;
  for (auto& [name, picture] : pictures) sorted.push_back(std::move(picture));
  return sorted;
}

BeliefLayer ParseDcbLayer(std::span<const std::byte> bytes, const Path& file) {
  const PickleValue root = ParseTorchFile(bytes, file);
  if (!root.Is(PickleValue::Kind::kTensor)) {
    throw InputError(file, "", "holds {}; a tensor is expected", root.KindName());
  }
  const Tensor& tensor = root.AsTensor();
  std::vector<std::int64_t> shape = tensor.shape;
  if (shape.size() == 4 && shape[0] == 1) shape.erase(shape.begin());
  if (shape != std::vector<std::int64_t>{kBeliefChannels, Grid::kRows, Grid::kColumns}) {
    throw InputError(file, "", "the tensor's shape is not [{}, {}, {}]", kBeliefChannels,
                     Grid::kRows, Grid::kColumns);
  }
  const std::vector<float> dense = tensor.ToFloat();
  for (const float value : dense) {
    if (!std::isfinite(value)) throw InputError(file, "", "holds NaN or an infinite belief");
  }
  return SparseFromDense(dense);
}

}  // namespace saccade
