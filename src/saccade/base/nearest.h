#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// Number of insertions, deletions and substitutions between two words.
std::size_t EditDistance(std::string_view a, std::string_view b);

// The known word closest to what was typed, or "" when none is near enough to be meant.
std::string NearestWord(std::string_view typed, std::span<const std::string> known);

}  // namespace saccade
