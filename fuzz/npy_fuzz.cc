#include <cstddef>
#include <cstdint>
#include <span>

#include "pickle_mutator.h"
#include "saccade/base/error.h"
#include "saccade/formats/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    saccade::ParseNpyObjects(std::as_bytes(std::span(data, size)), "fuzz");
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
