#include <cstdint>
#include <cstring>

#include "saccade/app/fixation_maps.h"
#include "saccade/base/error.h"
#include "scratch_folder.h"

// The index, a zero byte, the array.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t border = std::min(bytes.find('\0'), bytes.size());
  folder.Write("maps.json", bytes.substr(0, border));
  folder.Write("maps.npy", bytes.substr(std::min(border + 1, bytes.size())));
  try {
    const saccade::app::FixationMaps maps(folder.path());
    for (int step = 1; step < 3; ++step) maps.Find({"cup", "a.jpg", 1, step});
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
