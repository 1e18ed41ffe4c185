#include <cstddef>
#include <cstdint>
#include <string>

#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/beliefs/panoptic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    std::string text(reinterpret_cast<const char*>(data), size);
    const auto file = saccade::ParsePanopticFile(std::move(text), "fuzz.json");
    const saccade::Raster<std::uint32_t> segments(512, 320, 1);
    for (const auto& picture : file.pictures) {
      saccade::PanopticLayer(segments, picture.segments, "fuzz.json",
                             saccade::DownsampleRule::kArea);
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
