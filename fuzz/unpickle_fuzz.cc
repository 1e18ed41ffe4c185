#include <cstddef>
#include <cstdint>
#include <span>

#include "pickle_mutator.h"
#include "saccade/base/error.h"
#include "saccade/formats/unpickle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    saccade::ParsePickle(bytes, "fuzz");
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  try {
    saccade::ParseTorchFile(bytes, "fuzz");
  } catch (const saccade::InputError&) {
  }
  return 0;
}
