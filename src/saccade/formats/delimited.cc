#include "saccade/formats/delimited.h"

#include <emmintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>

#include "saccade/base/error.h"

namespace saccade {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = std::size_t{16} << 20;

// The line's fields between delimiters, 16 bytes at a time: a byte after the other takes twice as
// long as all else that is done with a row.
void Split(std::string_view line, char delimiter, std::vector<std::string_view>& fields) {
  const char* begin = line.data();
  const char* at = begin;
  const char* const end = begin + line.size();
  const __m128i wanted = _mm_set1_epi8(delimiter);
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)));
    for (; found != 0; found &= found - 1) {
      const char* const stop = at + std::countr_zero(found);
      fields.emplace_back(begin, stop - begin);
      begin = stop + 1;
    }
  }
  for (; at != end; ++at) {
    if (*at != delimiter) continue;
    fields.emplace_back(begin, at - begin);
    begin = at + 1;
  }
  fields.emplace_back(begin, end - begin);
}

}  // namespace

LineReader::LineReader(ByteSource source) : source_(std::move(source)), buffer_(kBuffer) {}

// Moves what is left to the front and reads behind it; false at the end of the source.
bool LineReader::Fill() {
  if (ended_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) {
    if (end_ >= kLongestLine) {
      throw InputError(path(), fmt::format("line {}", line_ + 1),
                       "is longer than 16 MB; a text of short lines is expected");
    }
    buffer_.resize(2 * end_);
  }
  const std::size_t got = source_.Read(std::span(buffer_).subspan(end_));
  end_ += got;
  ended_ = got == 0;
  return !ended_;
}

bool LineReader::Next(std::string_view& line) {
  std::size_t searched = 0;
  const char* found = nullptr;
  for (;;) {
    const char* from = buffer_.data() + begin_ + searched;
    const std::size_t length = end_ - begin_ - searched;
    found = length > 0 ? static_cast<const char*>(std::memchr(from, '\n', length)) : nullptr;
    if (found != nullptr) break;
    searched = end_ - begin_;
    if (!Fill()) break;
  }
  if (found == nullptr && begin_ == end_) return false;
  const char* first = buffer_.data() + begin_;
  const std::size_t length = (found != nullptr ? found : buffer_.data() + end_) - first;
  begin_ += length + (found != nullptr);
  line = {first, length};
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line_ == 0 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  ++line_;
  return true;
}

void DelimitedReader::SplitQuoted(std::string_view line, std::vector<std::string_view>& fields) {
  // Fields go one after the other into unquoted_, which may move: places first, views at the end.
  unquoted_.clear();
  std::vector<std::size_t> ends;
  bool in_quotes = false, at_start = true;
  for (;;) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (in_quotes && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
        unquoted_ += '"';
        ++i;
      } else if (c == '"' && (in_quotes || at_start)) {
        in_quotes = !in_quotes;
        at_start = false;
      } else if (c == delimiter_ && !in_quotes) {
        ends.push_back(unquoted_.size());
        at_start = true;
      } else {
        unquoted_ += c;
        at_start = false;
      }
    }
    if (!in_quotes) break;
    unquoted_ += '\n';
    if (unquoted_.size() > kLongestLine || !lines_.Next(line)) {
      throw InputError(path(), fmt::format("line {}", record_line_),
                       "opens a quote that does not end; close it, or take it out");
    }
  }
  ends.push_back(unquoted_.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    fields.push_back(std::string_view(unquoted_).substr(begin, end - begin));
    begin = end;
  }
}

bool DelimitedReader::Next(std::vector<std::string_view>& fields) {
  fields.clear();
  std::string_view line;
  do {
    if (!lines_.Next(line)) return false;
  } while (line.empty());
  record_line_ = lines_.line();
  if (std::memchr(line.data(), '"', line.size()) != nullptr) {
    SplitQuoted(line, fields);
    return true;
  }
  Split(line, delimiter_, fields);
  return true;
}

char GuessDelimiter(std::string_view head) {
  // Blanks last: they stand in names too, so that all lines but one must have as many.
  constexpr std::array<char, 5> kDelimiters = {'\t', ';', ',', '|', ' '};
  char best = 0;
  std::size_t best_lines = 0;
  for (const char delimiter : kDelimiters) {
    if (delimiter == ' ' && best != 0) break;
    std::map<std::size_t, std::size_t> lines_of_count;
    // A last line that is cut off says nothing.
    DelimitedReader reader(ByteSource(std::string(head.substr(0, head.rfind('\n'))), "head"),
                           delimiter);
    std::vector<std::string_view> fields;
    std::size_t lines = 0;
    try {
      while (lines < 100 && reader.Next(fields)) {
        ++lines_of_count[fields.size()];
        ++lines;
      }
    } catch (const InputError&) {
      // A quote that is open at the end of the head.
    }
    for (const auto& [count, times] : lines_of_count) {
      const bool enough = delimiter == ' ' ? count > 2 && lines > 2 && times + 1 >= lines
                                           : count > 1 && 2 * times > lines;
      if (!enough) continue;
      if (times > best_lines) {
        best_lines = times;
        best = delimiter;
      }
    }
  }
  return best;
}

std::string CsvField(std::string_view text, char delimiter) {
  if (text.find_first_of("\"\r\n") == text.npos && text.find(delimiter) == text.npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace saccade
