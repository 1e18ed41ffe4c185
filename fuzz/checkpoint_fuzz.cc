#include <cstdint>

#include "saccade/base/error.h"
#include "saccade/learn/checkpoint.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const auto file = folder.Write("last.safetensors", {reinterpret_cast<const char*>(data), size});
  saccade::LearnerState like;
  like.counters = {{"step", 0}};
  like.tensors["w"] = {{2, 2}, std::vector<float>(4)};
  try {
    const auto checkpoint = saccade::ReadCheckpoint(file, like);
    if (checkpoint.state.counters.at("step") < 0) __builtin_trap();
    if (checkpoint.state.tensors.at("w").values.size() != 4) __builtin_trap();
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
