#include <cstddef>
#include <cstdint>
#include <span>

#include "saccade/base/error.h"
#include "saccade/image/picture_file.h"

namespace {

template <typename Reader>
void Try(const Reader& reader) {
  try {
    const auto result = reader();
    if (result.width <= 0 || result.height <= 0) __builtin_trap();
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  Try([&] { return saccade::DecodePicture(bytes, "fuzz"); });
  Try([&] { return saccade::DecodeSegmentPng(bytes, "fuzz"); });
  Try([&] { return saccade::DecodeGreyPng(bytes, "fuzz"); });
  return 0;
}
