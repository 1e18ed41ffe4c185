#include "saccade/metrics/alignment.h"

#include <algorithm>
#include <array>
#include <vector>

namespace saccade::metrics {
namespace {

// One row of an alignment matrix, width + 1 entries, on the stack for the usual lengths.
class Row {
 public:
  explicit Row(std::size_t width) {
    if (width + 1 > on_stack_.size()) {
      on_heap_.resize(width + 1);
      data_ = on_heap_.data();
    }
  }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  int& operator[](std::size_t i) { return data_[i]; }

 private:
  std::array<int, 64> on_stack_;
  std::vector<int> on_heap_;
  int* data_ = on_stack_.data();
};

}  // namespace

int LongestCommonSubsequence(std::span<const int> a, std::span<const int> b) {
  Row row(b.size());
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = 0;
  for (const int symbol : a) {
    int diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::max({above, row[j - 1], diagonal + (symbol == b[j - 1] ? 1 : 0)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

double SequenceSimilarity(std::span<const int> a, std::span<const int> b) {
  const std::size_t longer = std::max(a.size(), b.size());
  return longer == 0 ? 0 : static_cast<double>(LongestCommonSubsequence(a, b)) / longer;
}

int EditDistance(std::span<const int> a, std::span<const int> b) {
  Row row(b.size());
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace saccade::metrics
