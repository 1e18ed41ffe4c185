#pragma once

#include <array>
#include <string>
#include <string_view>

namespace saccade {

// How 16x16 pixels of the image frame become one cell.
//   kCorner:   the pixel at the cell's top-left corner, (16c, 16r): what the released code takes.
//   kCenter:   the pixel at (16c + 8, 16r + 8).
//   kMajority: the class that fills most of the cell; void counts, and loses ties.
//   kArea:     every class, with its share of the cell times its score (soft).
enum class DownsampleRule { kCorner, kCenter, kMajority, kArea };

inline constexpr std::array<DownsampleRule, 4> kDownsampleRules = {
    DownsampleRule::kCorner, DownsampleRule::kCenter, DownsampleRule::kMajority,
    DownsampleRule::kArea};

// What `beliefs build` and photos use unless told otherwise: on the validation split the target's
// channel leads to the target more often with it than with the corner.
inline constexpr DownsampleRule kDefaultDownsampleRule = DownsampleRule::kArea;

std::string_view RuleName(DownsampleRule rule);
// Throws InputError for a word that is no rule.
DownsampleRule DownsampleRuleOf(const std::string& word);

}  // namespace saccade
