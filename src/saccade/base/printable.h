#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace saccade {

// `text` as one line for people, whatever it holds: control bytes, newlines and what is no UTF-8
// as \n, \t or \x1b, and cut, with "..." in the middle, when longer than `most` bytes.
std::string Printable(std::string_view text, std::size_t most = 1000);

}  // namespace saccade
