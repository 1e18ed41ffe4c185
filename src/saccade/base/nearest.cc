#include "saccade/base/nearest.h"

#include <algorithm>

#include "saccade/base/edit_distance.h"

namespace saccade {

std::string NearestWord(std::string_view typed, std::span<const std::string> known) {
  std::string best;
  int best_distance = std::max(2, static_cast<int>(typed.size() / 3)) + 1;
  for (const std::string& word : known) {
    const int distance = EditDistance<char>(typed, word);
    if (distance < best_distance) {
      best_distance = distance;
      best = word;
    }
  }
  return best;
}

}  // namespace saccade
