#include <cstddef>
#include <cstdint>
#include <span>

#include "saccade/base/error.h"
#include "saccade/formats/zip_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    const saccade::ZipArchive archive(bytes, "fuzz");
    for (const auto& [name, entry] : archive.entries()) {
      // Entries are views of the input and of nothing else.
      if (entry.data() < bytes.data() || entry.data() + entry.size() > bytes.data() + size) {
        __builtin_trap();
      }
      if (!archive.Find(name)) __builtin_trap();
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
