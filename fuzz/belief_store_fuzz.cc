#include <cstddef>
#include <cstdint>
#include <span>

#include "saccade/base/error.h"
#include "saccade/beliefs/belief_store.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    const auto store = saccade::BeliefStore::FromBytes(bytes, "fuzz");
    for (std::size_t i = 0; i < store.size(); ++i) store.Load(i);
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  // Behind the checksums, which a fuzzer does not pass.
  for (const auto values : {saccade::BeliefValues::kByte, saccade::BeliefValues::kHalf}) {
    try {
      saccade::DecodeLayer(bytes, values, "fuzz");
    } catch (const saccade::InputError&) {
    }
  }
  return 0;
}
