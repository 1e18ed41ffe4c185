#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/formats/json_document.h"
#include "saccade/scene/trial_check.h"

namespace saccade {

// The fields of a trial in JSON, as any program writes them. Include it in .cc files only
// (simdjson).

// Reads one trial's fields; notes what it had to read generously.
class TrialFields {
 public:
  explicit TrialFields(const simdjson::dom::object& fields) : fields_(fields) {}

  // Nothing when the field is absent or null. Throw BadTrial when it is of another kind.
  std::optional<std::string> Text(std::string_view key);
  std::optional<double> Number(std::string_view key);
  std::optional<bool> Flag(std::string_view key);  // true, false, 0 or 1
  // A text, or a whole number ("3.0" is one): who it was.
  Identifier Name(std::string_view key);
  bool Numbers(std::string_view key, std::vector<double>& numbers);  // false: absent
  // The same, NaN where an entry is NaN or null.
  bool NumbersOrNaN(std::string_view key, std::vector<double>& numbers);
  bool Has(std::string_view key) const;

  // Numbers stood in quotes.
  bool numbers_as_text() const { return numbers_as_text_; }

 private:
  std::optional<simdjson::dom::element> Find(std::string_view key) const;
  std::optional<double> NumberIn(const simdjson::dom::element& value);
  // `is_none`: of an entry that becomes NaN.
  bool ReadList(std::string_view key, std::vector<double>& numbers,
                bool (*is_none)(const simdjson::dom::element&));

  const simdjson::dom::object& fields_;
  bool numbers_as_text_ = false;
};

}  // namespace saccade
