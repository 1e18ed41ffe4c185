#pragma once

// Included by targets that read JSON: half of libFuzzer's mutations keep it JSON, and change a
// value, a name or the shape. What is no JSON is mutated as bytes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace json_mutator {

using nlohmann::ordered_json;

inline void Collect(ordered_json& value, int depth, std::vector<ordered_json*>& places) {
  places.push_back(&value);
  if (depth > 20 || places.size() > 5000) return;
  if (value.is_structured()) {
    for (ordered_json& entry : value) Collect(entry, depth + 1, places);
  }
}

inline ordered_json Odd(std::mt19937& random) {
  static const std::vector<ordered_json> values = {nullptr,
                                                   true,
                                                   0,
                                                   -1,
                                                   0.5,
                                                   1e300,
                                                   -1e300,
                                                   1e-300,
                                                   4294967296,
                                                   2147483648,
                                                   18446744073709551615u,
                                                   INT64_MIN,
                                                   "",
                                                   "a\nb",
                                                   "../x",
                                                   "cup",
                                                   std::string(5000, 'x'),
                                                   "\x01",
                                                   ordered_json::array(),
                                                   ordered_json::object(),
                                                   ordered_json::array({ordered_json::array()}),
                                                   ordered_json::array({0, 0, 0, 0}),
                                                   ordered_json::object({{"a", 1}})};
  return values[random() % values.size()];
}

inline void Change(ordered_json& document, std::mt19937& random) {
  std::vector<ordered_json*> places;
  Collect(document, 0, places);
  ordered_json& place = *places[random() % places.size()];
  const ordered_json& other = *places[random() % places.size()];
  switch (random() % 5) {
    case 0:
      place = Odd(random);
      break;
    case 1: {
      const ordered_json copy = other;  // `other` may lie in `place`
      place = copy;
      break;
    }
    case 2:
      if (place.is_array()) {
        place.push_back(Odd(random));
      } else if (place.is_object()) {
        place[std::string{'x', static_cast<char>('0' + random() % 3)}] = Odd(random);
      } else {
        place = ordered_json::array({place});
      }
      break;
    case 3:
      if (place.is_structured() && !place.empty()) {
        place.erase(std::next(place.begin(), static_cast<long>(random() % place.size())));
      }
      break;
    default:
      if (place.is_array() && !place.empty() && place.size() < 1000) {
        const ordered_json copy = place[random() % place.size()];
        place.push_back(copy);
      } else if (place.is_number()) {
        place = place.get<double>() * (random() % 2 == 0 ? -1 : 1e9);
      }
  }
}

}  // namespace json_mutator

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  auto document = nlohmann::ordered_json::parse(data, data + size, nullptr, false);
  if (document.is_discarded()) return LLVMFuzzerMutate(data, size, most);
  for (unsigned i = 0, changes = 1 + random() % 3; i < changes; ++i) {
    json_mutator::Change(document, random);
  }
  const std::string text =
      document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
