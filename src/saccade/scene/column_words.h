#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace saccade {

// A column's name as words in small letters: "CURRENT_FIX_X", "fixX [px]" and "Fixation point X"
// are current fix x; fix x px; fixation point x.
using Words = std::vector<std::string>;
Words WordsOf(std::string_view column);

using WordList = std::initializer_list<std::string_view>;
bool HasAny(const Words& words, WordList any);
// One of `any`, and nothing but `beside` with it.
bool IsOnly(const Words& words, WordList any, WordList beside);

}  // namespace saccade
