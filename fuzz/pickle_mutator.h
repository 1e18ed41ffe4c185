#pragma once

// Included by targets that read pickles: half of libFuzzer's mutations put in, take out, repeat or
// swap whole opcodes with their arguments, so that what follows is still read as opcodes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace pickle_mutator {

// Bytes of the opcode that begins here, its argument with it; what is no opcode is one byte.
inline std::size_t SizeAt(std::string_view bytes, std::size_t at) {
  const auto line = [&](std::size_t from) {
    const std::size_t end = bytes.find('\n', from);
    return end == bytes.npos ? bytes.size() : end + 1;
  };
  const auto counted = [&](std::size_t width) {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < width && at + 1 + i < bytes.size(); ++i) {
      size |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + 1 + i])} << (8 * i);
    }
    return at + 1 + width + static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size()));
  };
  std::size_t end = at + 1;
  switch (bytes[at]) {
    case 'F':
    case 'I':
    case 'L':
    case 'P':
    case 'S':
    case 'V':
    case 'g':
    case 'p':  // clang-format off
      end = line(at + 1); break;
    case 'c': case 'i':
      end = line(line(at + 1)); break;
    case 'U': case 'C': case '\x8a': case '\x8c':
      end = counted(1); break;
    case 'T': case 'X': case 'B': case '\x8b':
      end = counted(4); break;
    case '\x8d': case '\x8e': case '\x96':
      end = counted(8); break;
    case 'K': case 'h': case 'q': case '\x80': case '\x82':
      end = at + 2; break;
    case 'M': case '\x83':
      end = at + 3; break;
    case 'J': case 'j': case 'r': case '\x84':
      end = at + 5; break;
    case 'G': case '\x95':
      end = at + 9; break;  // clang-format on
    default:
      break;
  }
  return std::min(end, bytes.size()) - at;
}

inline std::vector<std::string> Split(std::string_view bytes) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = SizeAt(bytes, at);
    parts.emplace_back(bytes.substr(at, size));
    at += size;
  }
  return parts;
}

inline std::string Odd(std::mt19937& random) {
  using namespace std::string_literals;
  static const std::vector<std::string> values = {"]"s,
                                                  "}"s,
                                                  ")"s,
                                                  "("s,
                                                  "N"s,
                                                  "0"s,
                                                  "2"s,
                                                  "1"s,
                                                  "."s,
                                                  "\x94"s,
                                                  "a"s,
                                                  "e"s,
                                                  "u"s,
                                                  "s"s,
                                                  "t"s,
                                                  "l"s,
                                                  "d"s,
                                                  "R"s,
                                                  "b"s,
                                                  "Q"s,
                                                  "\x81"s,
                                                  "\x85"s,
                                                  "\x86"s,
                                                  "\x87"s,
                                                  "\x8f"s,
                                                  "\x90"s,
                                                  "\x91"s,
                                                  "\x88"s,
                                                  "K\x00"s,
                                                  "K\xff"s,
                                                  "J\xff\xff\xff\xff"s,
                                                  "J\xff\xff\xff\x7f"s,
                                                  "\x8a\x01\x80"s,
                                                  "q\x00"s,
                                                  "h\x00"s,
                                                  "j\xff\xff\xff\x7f"s,
                                                  "r\xff\xff\xff\x7f"s,
                                                  "X\x01\x00\x00\x00"
                                                  "a"s,
                                                  "G\x7f\xf0\x00\x00\x00\x00\x00\x00"s,
                                                  "\x8c\x05torch\x8c\x04Size\x93"s,
                                                  "ctorch._utils\n_rebuild_tensor_v2\n"s,
                                                  "ctorch\nFloatStorage\n"s,
                                                  "cnumpy\ndtype\n"s,
                                                  "ccollections\nOrderedDict\n"s,
                                                  "cnumpy.core.multiarray\n_reconstruct\n"s,
                                                  "cnumpy.core.multiarray\nscalar\n"s,
                                                  "c_codecs\nencode\n"s,
                                                  "c__builtin__\nset\n"s};
  return values[random() % values.size()];
}

}  // namespace pickle_mutator

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 2 == 0 || size == 0) return LLVMFuzzerMutate(data, size, most);
  // A Torch archive or an array of objects has its pickle inside: anywhere is as good.
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t pickle = std::min(bytes.find("\x80"), size);
  auto parts = pickle_mutator::Split(bytes.substr(pickle));
  for (unsigned i = 0, changes = 1 + random() % 3; i < changes; ++i) {
    const std::size_t at = parts.empty() ? 0 : random() % parts.size();
    switch (random() % 4) {
      case 0:
        parts.insert(parts.begin() + static_cast<long>(at), pickle_mutator::Odd(random));
        break;
      case 1:
        if (!parts.empty()) parts.erase(parts.begin() + static_cast<long>(at));
        break;
      case 2:
        if (!parts.empty()) {
          const std::string copy = parts[random() % parts.size()];
          parts.insert(parts.begin() + static_cast<long>(at), 1 + random() % 20, copy);
        }
        break;
      default:
        if (!parts.empty()) std::swap(parts[at], parts[random() % parts.size()]);
    }
  }
  std::string text(bytes.substr(0, pickle));
  for (const std::string& part : parts) text += part;
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
