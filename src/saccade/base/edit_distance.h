#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace saccade {

// One row of an alignment matrix, width + 1 entries, on the stack for the usual lengths.
template <typename Number = int>
class AlignmentRow {
 public:
  explicit AlignmentRow(std::size_t width) {
    if (width + 1 > on_stack_.size()) {
      on_heap_.resize(width + 1);
      data_ = on_heap_.data();
    }
  }
  AlignmentRow(const AlignmentRow&) = delete;
  AlignmentRow& operator=(const AlignmentRow&) = delete;
  Number& operator[](std::size_t i) { return data_[i]; }

 private:
  std::array<Number, 64> on_stack_;
  std::vector<Number> on_heap_;
  Number* data_ = on_stack_.data();
};

// Levenshtein: insertions, deletions and substitutions that make one string of symbols (letters,
// places of a scanpath) the other, not normalised.
template <typename Symbol>
int EditDistance(std::span<const Symbol> a, std::span<const Symbol> b) {
  AlignmentRow<> row(b.size());
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    int left = row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      const int other = std::min(above + 1, diagonal + (a[i] == b[j - 1] ? 0 : 1));
      left = row[j] = std::min(other, left + 1);
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace saccade
