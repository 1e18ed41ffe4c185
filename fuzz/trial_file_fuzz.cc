#include <cstddef>
#include <cstdint>
#include <string>

#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/scene/trial_file.h"

namespace {

void ReadBothWays(const std::string& text, bool lenient) {
  try {
    const saccade::TrialFile file =
        saccade::ParseTrialFile(text, "fuzz.json", {.lenient = lenient});
    if (saccade::TrialsInImage(file).size() != saccade::TrialsInDisplay(file).size()) {
      __builtin_trap();
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a parser is for.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  ReadBothWays(text, false);
  ReadBothWays(text, true);
  return 0;
}
