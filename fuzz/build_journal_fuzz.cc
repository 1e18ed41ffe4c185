#include <cstdint>
#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/beliefs/build_journal.h"
#include "scratch_folder.h"

namespace {

constexpr std::uint64_t kInputs = 7;

void Read(const ScratchFolder& folder, std::string_view bytes) {
  folder.Write("s.beliefs.part", bytes);
  try {
    const saccade::BuildJournal journal(folder.path() / "s.beliefs", kInputs);
    journal.Find("a.jpg", 1);
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
}

// The input as payloads of records, behind checksums that a fuzzer does not guess.
std::string Records(std::string_view payloads) {
  std::string bytes = "SBELPART";
  const auto put = [&](const auto value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(kInputs);
  while (payloads.size() >= 2) {
    std::uint16_t size = 0;
    std::memcpy(&size, payloads.data(), sizeof size);
    payloads.remove_prefix(sizeof size);
    const std::string_view payload = payloads.substr(0, size);
    payloads.remove_prefix(payload.size());
    put(static_cast<std::uint32_t>(payload.size()));
    put(saccade::Checksum(payload));
    bytes += payload;
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Read(folder, bytes);
  Read(folder, Records(bytes));
  return 0;
}
