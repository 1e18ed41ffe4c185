// Feeds every seed, and deterministic mutations of it, to a fuzz target: what CI runs in place of
// libFuzzer. A parser may refuse an input with InputError, which targets catch; any other exception
// or a crash ends the program and fails the test.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/base/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// Of targets that know the structure of their inputs (json_mutator.h).
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                     std::size_t size,
                                                                     std::size_t most,
                                                                     unsigned seed);
// libFuzzer's mutation of bytes, in its absence.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t) {
  if (size > 0) data[size / 2] ^= 1;
  return size;
}

namespace saccade {
namespace {

constexpr std::size_t kTruncations = 200;
constexpr std::size_t kMutations = 400;

void Feed(const std::string& input) {
  // An allocation of exactly this size lets the sanitizers see a read beyond the end.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

// Changes one to four places: a byte set, removed, doubled, or a piece copied elsewhere.
std::string Mutate(std::string input, Random& random) {
  const std::uint64_t changes = 1 + random.Below(4);
  for (std::uint64_t change = 0; change < changes && !input.empty(); ++change) {
    const std::size_t at = random.Below(input.size());
    switch (random.Below(4)) {
      case 0:
        input[at] = static_cast<char>(random.Below(256));
        break;
      case 1:
        input.erase(at, 1 + random.Below(8));
        break;
      case 2:
        input.insert(at, 1, input[at]);
        break;
      default:
        input.insert(at, input.substr(random.Below(input.size()), 1 + random.Below(16)));
    }
  }
  return input;
}

std::string MutateByStructure(std::string input, unsigned seed) {
  const std::size_t most = input.size() + 100000;
  std::vector<std::uint8_t> bytes(input.begin(), input.end());
  bytes.resize(most);
  const std::size_t size = LLVMFuzzerCustomMutator(bytes.data(), input.size(), most, seed);
  return std::string(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
}

int Replay(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    seeds.push_back(entry.path());
  }
  std::ranges::sort(seeds);
  for (const auto& seed : seeds) {
    const std::string input = ReadFile(seed);
    fmt::print("{}: {} bytes\n", seed.filename().string(), input.size());
    Feed(input);
    const std::size_t step = std::max<std::size_t>(1, input.size() / kTruncations);
    for (std::size_t size = 0; size < input.size(); size += step) Feed(input.substr(0, size));
    for (std::size_t i = 0; i < kMutations; ++i) {
      Random random(i, seed.filename().string());
      Feed(Mutate(input, random));
      if (LLVMFuzzerCustomMutator != nullptr) {
        Feed(MutateByStructure(input, static_cast<unsigned>(i)));
      }
    }
  }
  if (seeds.empty()) fmt::print(stderr, "{}: no seeds\n", folder.string());
  return seeds.empty() ? 1 : 0;
}

}  // namespace
}  // namespace saccade

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: NAME_replay FOLDER_OF_SEEDS\n", stderr);
    return 2;
  }
  return saccade::Replay(argv[1]);
}
