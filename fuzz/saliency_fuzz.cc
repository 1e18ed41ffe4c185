// Saliency maps of two pictures.
#include <cstddef>
#include <cstdint>

#include "saccade/base/error.h"
#include "saccade/beliefs/saliency.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  static const std::filesystem::path names = folder.Write("names.txt", "a.jpg\nb.jpg\n");
  const auto file = folder.Write("s.npy", {reinterpret_cast<const char*>(data), size});
  try {
    const auto source = saccade::SaliencySource::Open(file, names);
    for (const float value : source.Load("b.jpg")) {
      if (!(value >= 0 && value <= 1)) __builtin_trap();
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
