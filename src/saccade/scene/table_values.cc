#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "saccade/scene/table_layout.h"

namespace saccade {
namespace {

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// "[-]12.34" of up to 15 digits: exact, as both parts are, and some five times as fast as any
// number.
std::optional<double> ParseShort(std::string_view text, char point) {
  constexpr std::array<double, 16> kTens = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 16) return std::nullopt;
  std::uint64_t digits = 0;
  std::size_t after_point = 0, count = 0;
  bool has_point = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digits = 10 * digits + static_cast<unsigned>(c - '0');
      after_point += has_point;
      ++count;
    } else if (c == point && !has_point) {
      has_point = true;
    } else {
      return std::nullopt;
    }
  }
  if (count == 0 || count > 15) return std::nullopt;
  const double value = static_cast<double>(digits) / kTens[after_point];
  return negative ? -value : value;
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
  if (const auto number = ParseShort(text, decimal_comma ? ',' : '.')) return number;
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
  constexpr std::array<std::string_view, 14> kTrue = {"1",       "1.0",     "true",  "t",    "yes",
                                                      "y",       "correct", "right", "wahr", "ja",
                                                      "richtig", "korrekt", "oui",   "si"};
  constexpr std::array<std::string_view, 12> kFalse = {
      "0", "0.0", "false", "f", "no", "n", "incorrect", "wrong", "error", "falsch", "nein", "non"};
  text = Trimmed(text);
  if (IsOneOf(text, kTrue)) return true;
  if (IsOneOf(text, kFalse)) return false;
  return std::nullopt;
}

bool IsFixationEvent(std::string_view text) {
  constexpr std::array<std::string_view, 8> kWords = {
      "fixation", "fix", "efix", "fixations", "eyefixation", "f", "fixation l", "fixation r"};
  return IsOneOf(Trimmed(text), kWords);
}

bool IsEventWord(std::string_view text) {
  constexpr std::array<std::string_view, 18> kWords = {"saccade",
                                                       "sac",
                                                       "esacc",
                                                       "blink",
                                                       "eblink",
                                                       "unclassified",
                                                       "unknown",
                                                       "eyesnotfound",
                                                       "gap",
                                                       "pursuit",
                                                       "smooth pursuit",
                                                       "pso",
                                                       "undefined",
                                                       "noise",
                                                       "glissade",
                                                       "saccade l",
                                                       "saccade r",
                                                       "eyesnotfoundmovement"};
  return IsFixationEvent(text) || IsOneOf(Trimmed(text), kWords);
}

std::optional<std::array<double, 4>> ParseBox(std::string_view text) {
  std::array<double, 4> box{};
  for (double& number : box) {
    text.remove_prefix(std::min(text.find_first_of("0123456789-."), text.size()));
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  }
  if (text.find_first_of("0123456789") != text.npos) return std::nullopt;
  return box;
}

std::optional<FrameSize> ParseSizeText(std::string_view text) {
  std::string compact;
  for (const char c : text) {
    if (c != ' ' && c != '(' && c != ')' && c != '[' && c != ']') compact += c == ',' ? 'x' : c;
  }
  return ParseSize(compact);
}

}  // namespace saccade
