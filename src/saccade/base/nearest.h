#pragma once

#include <span>
#include <string>
#include <string_view>

namespace saccade {

// The known word closest to what was typed, or "" when none is near enough to be meant.
std::string NearestWord(std::string_view typed, std::span<const std::string> known);

}  // namespace saccade
