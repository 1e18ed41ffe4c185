#include "saccade/perception/parameter_file.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/safetensors.h"
#include "saccade/formats/unpickle.h"

namespace saccade {
namespace {

// PyTorch's stream before 1.6 starts with its magic number, pickled as a long of ten bytes.
constexpr std::string_view kLegacyTorch =
    "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";

// A header's length under 4 GB in eight bytes, then its JSON.
bool IsSafetensors(std::string_view start) {
  return start.size() > 8 && start.substr(4, 4) == std::string_view("\0\0\0\0", 4) &&
         start[8] == '{';
}

PickleValue ReadDictionary(const std::filesystem::path& file, std::string_view start) {
  const bool torch = start.starts_with("PK") || start.starts_with(kLegacyTorch);
  PickleValue value = torch ? ReadTorchFile(file) : ReadPickle(file);
  for (const std::string_view key : {"model", "state_dict"}) {
    if (!value.Is(PickleValue::Kind::kDict)) break;
    if (const PickleValue* inner = value.Find(key)) return *inner;
  }
  return value;
}

}  // namespace

NamedTensors ReadParameters(const std::filesystem::path& file) {
  const MappedFile mapped(file);
  const std::string_view start(reinterpret_cast<const char*>(mapped.bytes().data()),
                               std::min<std::size_t>(mapped.bytes().size(), 16));
  if (IsSafetensors(start)) return ReadSafetensors(file);
  NamedTensors tensors;
  const PickleValue dictionary = ReadDictionary(file, start);
  if (!dictionary.Is(PickleValue::Kind::kDict)) {
    throw InputError(file, "", "holds {}, not a dictionary of parameters", dictionary.KindName());
  }
  for (const auto& [name, value] : dictionary.Entries()) {
    if (!name.Is(PickleValue::Kind::kText) || !value.Is(PickleValue::Kind::kTensor)) continue;
    const Tensor& tensor = value.AsTensor();
    tensors[name.Text()] = {tensor.shape, tensor.ToFloat()};
  }
  if (tensors.empty()) throw InputError(file, "", "holds no parameters");
  return tensors;
}

}  // namespace saccade
