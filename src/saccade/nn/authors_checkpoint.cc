#include "saccade/nn/authors_checkpoint.h"

#include "saccade/base/error.h"
#include "saccade/formats/unpickle.h"

namespace saccade {

using Kind = PickleValue::Kind;

NamedTensors NamedTensorsOf(const PickleValue& state_dict, const std::filesystem::path& path) {
  if (!state_dict.Is(Kind::kDict)) {
    throw InputError(path, "", "holds {}, expected a dictionary of tensors", state_dict.KindName());
  }
  NamedTensors tensors;
  for (const auto& [key, value] : state_dict.Entries()) {
    if (!key.Is(Kind::kText)) {
      throw InputError(path, "", "has {} as a tensor's name, expected text", key.KindName());
    }
    if (!value.Is(Kind::kTensor)) {
      throw InputError(path, key.Text(), "is {}, expected a tensor", value.KindName());
    }
    const Tensor& tensor = value.AsTensor();
    tensors[key.Text()] = {tensor.shape, tensor.ToFloat()};
  }
  return tensors;
}

AuthorsCheckpoint ReadAuthorsCheckpoint(const std::filesystem::path& path) {
  const PickleValue file = ReadTorchFile(path);
  const PickleValue* model = file.Is(Kind::kDict) ? file.Find("model") : nullptr;
  AuthorsCheckpoint checkpoint;
  checkpoint.tensors = NamedTensorsOf(model != nullptr ? *model : file, path);
  checkpoint.layout = ReadNetworkLayout(path, checkpoint.tensors);
  const PickleValue* step = model != nullptr ? file.Find("global_step") : nullptr;
  if (step != nullptr && step->Is(Kind::kInteger)) checkpoint.global_step = step->Integer();
  return checkpoint;
}

}  // namespace saccade
