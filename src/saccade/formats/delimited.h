#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/formats/byte_source.h"

namespace saccade {

// Lines of any source, one after the other, without their ends (\n or \r\n) and without the mark of
// UTF-8 that Windows writes first. Memory: one buffer, and the longest line.
class LineReader {
 public:
  explicit LineReader(ByteSource source);

  // The next line, valid until the next call; false at the end. Throws InputError for a line over
  // 16 MB: that is no text.
  bool Next(std::string_view& line);
  // Of the line given last, from 1.
  std::size_t line() const { return line_; }
  const std::filesystem::path& path() const { return source_.path(); }

 private:
  bool Fill();

  ByteSource source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what has not been given
  std::size_t end_ = 0;
  std::size_t line_ = 0;
  bool ended_ = false;
};

// Records of a CSV or TSV file: fields between delimiters; in double quotes a field may hold
// delimiters, line ends and quotes (doubled). Empty lines are passed over.
class DelimitedReader {
 public:
  DelimitedReader(ByteSource source, char delimiter)
      : lines_(std::move(source)), delimiter_(delimiter) {}

  // The fields of the next record, valid until the next call; false at the end. Throws InputError
  // for a quote that does not end.
  bool Next(std::vector<std::string_view>& fields);
  // Where the record given last begins.
  std::size_t line() const { return record_line_; }
  const std::filesystem::path& path() const { return lines_.path(); }

 private:
  void SplitQuoted(std::string_view line, std::vector<std::string_view>& fields);

  LineReader lines_;
  char delimiter_;
  std::size_t record_line_ = 0;
  std::string unquoted_;  // fields of the record given last, when it has quotes
};

// The delimiter of a file by its first lines: of tab, semicolon, comma and bar, the one that gives
// the same number of fields, over one, in most lines; else a blank, when all lines but one (R's
// header) have the same number over two; 0 when none does.
char GuessDelimiter(std::string_view head);

// One field as CSV: in quotes when it must be.
std::string CsvField(std::string_view text, char delimiter = ',');

}  // namespace saccade
