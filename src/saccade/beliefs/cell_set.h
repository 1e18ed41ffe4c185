#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "saccade/scene/grid.h"

namespace saccade {

// A set of grid cells, by index 32 r + c: 80 bytes, copied like a number, walked without touching
// the cells that are not in it.
class CellSet {
 public:
  constexpr CellSet() = default;

  constexpr bool Contains(int cell) const { return (words_[cell / 64] >> (cell % 64) & 1) != 0; }
  constexpr void Insert(int cell) { words_[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  constexpr void Erase(int cell) { words_[cell / 64] &= ~(std::uint64_t{1} << (cell % 64)); }
  constexpr int size() const {
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  constexpr bool empty() const { return size() == 0; }

  // Calls visit(cell) in ascending order.
  template <typename Visit>
  constexpr void ForEach(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<int>(i) * 64 + std::countr_zero(word));
      }
    }
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  // Set difference.
  constexpr CellSet& operator-=(const CellSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }
  bool operator==(const CellSet&) const = default;

 private:
  static_assert(Grid::kCells % 64 == 0);
  std::array<std::uint64_t, Grid::kCells / 64> words_{};
};

}  // namespace saccade
