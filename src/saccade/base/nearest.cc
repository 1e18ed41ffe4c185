#include "saccade/base/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace saccade {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string NearestWord(std::string_view typed, std::span<const std::string> known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, typed.size() / 3) + 1;
  for (const std::string& word : known) {
    const std::size_t distance = EditDistance(typed, word);
    if (distance < best_distance) {
      best_distance = distance;
      best = word;
    }
  }
  return best;
}

}  // namespace saccade
