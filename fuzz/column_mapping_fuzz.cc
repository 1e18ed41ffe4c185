#include <cstddef>
#include <cstdint>
#include <string>

#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/scene/column_mapping.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const saccade::ColumnMapping mapping = saccade::ParseMapping(text, "fuzz.json");
    // What is written is what was read.
    saccade::WriteMapping(folder.path() / "m.json", mapping);
    if (saccade::ReadMapping(folder.path() / "m.json") != mapping) __builtin_trap();
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  try {
    saccade::ParseColumns(text);
  } catch (const saccade::InputError&) {
  }
  return 0;
}
