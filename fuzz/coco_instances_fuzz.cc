#include <cstddef>
#include <cstdint>
#include <string>

#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/scene/coco_instances.h"
#include "saccade/scene/select.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto selection =
        saccade::SelectPictures(saccade::ParseCocoInstances(text, "fuzz.json"), {});
    std::size_t removed = 0;
    for (const std::size_t count : selection.removed) removed += count;
    if (selection.candidates - removed != selection.target_present.size()) __builtin_trap();
  } catch (const saccade::InputError&) {
    // Refusing an input is what a parser is for.
  }
  return 0;
}
