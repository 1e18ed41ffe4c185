#include "saccade/scene/column_words.h"

#include <algorithm>
#include <cctype>

namespace saccade {
namespace {

// Letters that stand for the same: accents of the west are taken off (two bytes each in UTF-8).
std::string WithoutAccents(std::string_view text) {
  constexpr std::string_view kPlain =
      "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (text[i] == '\xC3' && next >= 0x80 && next < 0xc0) {
      plain += kPlain[next - 0x80];
      ++i;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

bool Contains(WordList list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

}  // namespace

Words WordsOf(std::string_view column) {
  Words words(1);
  char before = 0;
  for (const char c : WithoutAccents(column)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalpha(byte) != 0 || byte >= 0x80;
    const bool digit = std::isdigit(byte) != 0;
    const bool breaks = std::isupper(byte) != 0 && std::islower(static_cast<unsigned char>(before));
    if ((!letter && !digit) || breaks) {
      if (!words.back().empty()) words.emplace_back();
    }
    if (letter || digit) words.back() += static_cast<char>(std::tolower(byte));
    before = c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool HasAny(const Words& words, WordList any) {
  return std::ranges::any_of(words, [&](const std::string& word) { return Contains(any, word); });
}

bool IsOnly(const Words& words, WordList any, WordList beside) {
  return HasAny(words, any) && std::ranges::all_of(words, [&](const std::string& word) {
           return Contains(any, word) || Contains(beside, word);
         });
}

}  // namespace saccade
