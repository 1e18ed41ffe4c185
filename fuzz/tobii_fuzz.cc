#include "format_fuzz.h"
#include "saccade/scene/trial_formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return ReadAsFormat("tobii", "p01.tsv", data, size);
}
