#include <cstddef>
#include <cstdint>
#include <span>

#include "saccade/base/error.h"
#include "saccade/formats/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto file = saccade::ParseSafetensors("fuzz", std::as_bytes(std::span(data, size)));
    for (const auto& entry : file.entries) {
      const saccade::HostTensor tensor = saccade::SafetensorsFile::Convert(entry);
      if (saccade::ElementCount(tensor.shape) != static_cast<std::int64_t>(tensor.values.size())) {
        __builtin_trap();
      }
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a parser is for.
  }
  return 0;
}
