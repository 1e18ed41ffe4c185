// Weights of parsers and networks, whatever wrote them.
#include <cstddef>
#include <cstdint>

#include "pickle_mutator.h"
#include "saccade/base/error.h"
#include "saccade/perception/parameter_file.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const auto file = folder.Write("model.pkl", {reinterpret_cast<const char*>(data), size});
  try {
    for (const auto& [name, tensor] : saccade::ReadParameters(file)) {
      if (saccade::ElementCount(tensor.shape) != static_cast<std::int64_t>(tensor.values.size())) {
        __builtin_trap();
      }
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
