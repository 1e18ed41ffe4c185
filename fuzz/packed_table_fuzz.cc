// gzip, and tables in it or not.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/formats/byte_source.h"
#include "saccade/formats/delimited.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const auto file = folder.Write("t.csv", {reinterpret_cast<const char*>(data), size});
  try {
    const std::string head = saccade::ReadHead(file, 4096);
    const char guessed = saccade::GuessDelimiter(head);
    for (const char delimiter : {',', guessed}) {
      if (delimiter == 0) continue;
      saccade::DelimitedReader reader(saccade::ByteSource(file), delimiter);
      std::vector<std::string_view> fields;
      for (std::size_t last = 0; reader.Next(fields); last = reader.line()) {
        if (fields.empty() || reader.line() <= last) __builtin_trap();
      }
    }
    const std::string whole = saccade::ReadUnpacked(file);
    if (whole.substr(0, head.size()) != head) __builtin_trap();
    folder.Write("again.gz", saccade::Gzip(whole));
    if (saccade::ReadUnpacked(folder.path() / "again.gz") != whole) __builtin_trap();
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
