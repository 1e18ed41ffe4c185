#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "saccade/scene/table_layout.h"

namespace saccade {
namespace {

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool IsOneOf(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    return std::ranges::equal(
        text, word, [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
  });
}

}  // namespace

bool IsMissing(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords = {"",     ".",    "na", "n/a",    "nan",
                                                      "null", "none", "-",  "missing"};
  text = Trimmed(text);
  return text.size() < 8 && IsOneOf(text, kWords);
}

std::optional<double> ParseNumber(std::string_view text, bool decimal_comma) {
  text = Trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  }
  if (!decimal_comma || text.size() > 40 || text.find(',') == text.npos) return std::nullopt;
  std::array<char, 40> point;
  std::ranges::replace_copy(text, point.begin(), ',', '.');
  return ParseNumber({point.data(), text.size()}, false);
}

std::optional<bool> ParseFlag(std::string_view text) {
  constexpr std::array<std::string_view, 8> kTrue = {"1",   "1.0", "true",    "t",
                                                     "yes", "y",   "correct", "right"};
  constexpr std::array<std::string_view, 9> kFalse = {"0", "0.0",       "false", "f",    "no",
                                                      "n", "incorrect", "wrong", "error"};
  text = Trimmed(text);
  if (IsOneOf(text, kTrue)) return true;
  if (IsOneOf(text, kFalse)) return false;
  return std::nullopt;
}

bool IsFixationEvent(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWords = {"fixation",  "fix",         "efix",
                                                      "fixations", "eyefixation", "f"};
  return IsOneOf(Trimmed(text), kWords);
}

}  // namespace saccade
