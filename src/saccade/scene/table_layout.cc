#include "saccade/scene/table_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/formats/delimited.h"
#include "saccade/scene/column_words.h"
#include "saccade/scene/table_sample.h"

namespace saccade {
namespace {

std::string Letters(std::string_view text) {
  std::string letters;
  for (const unsigned char c : text) {
    if (std::isalnum(c) != 0 || c >= 0x80) letters += static_cast<char>(std::tolower(c));
  }
  return letters;
}

// By place ("#3"), by name in any case, without regard to blanks, or with a unit after it
// ("Fixation point X" for "Fixation point X [DACS px]").
std::optional<std::size_t> FindColumn(std::span<const std::string> header,
                                      const std::string& name) {
  if (name.starts_with('#')) {
    const auto place = ParseNumber(std::string_view(name).substr(1), false);
    if (place && *place >= 1 && *place <= header.size() && *place == std::trunc(*place)) {
      return static_cast<std::size_t>(*place) - 1;
    }
    return std::nullopt;
  }
  const auto same = std::ranges::find(header, name);
  if (same != header.end()) return same - header.begin();
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (Letters(header[i]) == Letters(name)) return i;
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::size_t unit = header[i].find_first_of("[(");
    if (unit != std::string::npos && Letters(header[i].substr(0, unit)) == Letters(name)) return i;
  }
  return std::nullopt;
}

bool IsHeader(std::span<const std::string> fields) {
  return std::ranges::any_of(fields, [](const std::string& field) {
    return !IsMissing(field) && !ParseNumber(field, true);
  });
}

// Finds the columns of one file: the ones named, then the usual names.
class ColumnFinder {
 public:
  ColumnFinder(const TableSample& sample, const ColumnMapping& mapping, TrialImport& import)
      : sample_(sample), mapping_(mapping), import_(import) {}

  TableColumns Find() {
    columns_.delimiter = sample_.delimiter;
    columns_.preamble = sample_.preamble;
    columns_.count = sample_.header.size();
    columns_.has_header = IsHeader(sample_.header);
    for (const auto& [role, column] : mapping_.columns) FindNamed(role, column);
    if (columns_.has_header) FindUsual();
    FindEvents();
    TakeTaskForCondition();
    DropWhatSaysNothing();
    DropWhatVaries();
    Require();
    ReadAxes();
    Say();
    return columns_;
  }

 private:
  void FindNamed(Role role, const std::string& column) {
    std::string name = column;
    if (const std::size_t equals = column.find("==");
        role == Role::kCorrect && equals < column.size()) {
      name = column.substr(0, equals);
      const std::string expected = column.substr(equals + 2);
      columns_.correct_expected = FindColumn(sample_.header, expected);
      if (!columns_.correct_expected) Missing(role, expected);
    }
    columns_[role] = FindColumn(sample_.header, name);
    if (!columns_[role]) Missing(role, name);
  }

  [[noreturn]] void Missing(Role role, const std::string& column) {
    throw InputError(sample_.path, "line 1", "has no column \"{}\" for {}; it has {}", column,
                     NameOf(role), HeaderText());
  }

  std::string HeaderText() const { return fmt::format("{}", fmt::join(sample_.header, ", ")); }

  void FindUsual() {
    for (const auto& [role, place] : GuessRoles(sample_.header)) {
      const bool taken =
          std::ranges::find(columns_.at, std::optional(place)) != columns_.at.end() ||
          columns_.correct_expected == place;
      if (columns_[role] || taken) continue;
      // Two ways to say how long: the one that was named is enough.
      if (role == Role::kEnd && columns_[Role::kDuration]) continue;
      columns_[role] = place;
      guessed_.insert(role);
    }
    if (!columns_[Role::kStart]) columns_[Role::kEnd].reset();
  }

  bool IsNamed(std::size_t column) const {
    return std::ranges::any_of(mapping_.columns, [&](const auto& entry) {
      return columns_[entry.first] == std::optional(column);
    });
  }

  // What kind of row it is stands under many names; the words in it are always the same.
  void FindEvents() {
    if (columns_[Role::kEvent] && !guessed_.contains(Role::kEvent)) return;
    for (std::size_t i = 0; i < sample_.header.size(); ++i) {
      const std::set<std::string> values = sample_.Values(i);
      if (IsNamed(i) || values.empty() || values.size() > 12 ||
          !std::ranges::all_of(values, &IsEventWord) ||
          std::ranges::none_of(values, &IsFixationEvent)) {
        continue;
      }
      for (std::optional<std::size_t>& at : columns_.at) {
        if (at == std::optional(i)) at.reset();
      }
      columns_[Role::kEvent] = i;
      guessed_.insert(Role::kEvent);
      return;
    }
  }

  // "target" may say whether it was there, and not what it was.
  void TakeTaskForCondition() {
    if (!columns_[Role::kTask] || !guessed_.contains(Role::kTask) || columns_[Role::kCondition]) {
      return;
    }
    const auto says_condition = [](const std::string& value) {
      return ConditionByName(value).has_value() || ParseFlag(value).has_value();
    };
    if (!std::ranges::all_of(sample_.Values(*columns_[Role::kTask]), says_condition)) return;
    columns_[Role::kCondition] = columns_[Role::kTask];
    guessed_.insert(Role::kCondition);
    columns_[Role::kTask].reset();
  }

  // What a trial has one of does not change from one of its fixations to the next: such a column
  // speaks of fixations ("category" of what was looked at).
  void DropWhatVaries() {
    const auto& order = columns_[Role::kIndex] ? columns_[Role::kIndex] : columns_[Role::kStart];
    const auto value = [](const std::vector<std::string>& row,
                          const std::optional<std::size_t>& at) {
      return at && *at < row.size() ? std::string_view(row[*at]) : std::string_view();
    };
    for (const Role role : {Role::kTask, Role::kCondition, Role::kSession, Role::kCorrect}) {
      if (!columns_[role] || !guessed_.contains(role)) continue;
      std::size_t within = 0, changes = 0;
      for (std::size_t i = columns_.has_header ? 2 : 1; i < sample_.rows.size(); ++i) {
        const auto &before = sample_.rows[i - 1], &row = sample_.rows[i];
        const auto same = [&](Role key) {
          return value(before, columns_[key]) == value(row, columns_[key]);
        };
        const auto was = ParseNumber(value(before, order), true);
        const auto is = ParseNumber(value(row, order), true);
        const bool goes_on = columns_[Role::kTrial] || (was && is && *was < *is);
        if (!goes_on || !same(Role::kSubject) || !same(Role::kTrial) || !same(Role::kImage))
          continue;
        ++within;
        changes += !same(role);
      }
      if (changes * 20 <= within) continue;
      import_.Understood("not used", fmt::format("{} (it changes within trials)",
                                                 sample_.header[*columns_[role]]));
      columns_[role].reset();
    }
  }

  // What the names of x and y say of their origin: Tobii's MCS counts from the picture's corner,
  // Pupil Labs' norm_pos from the bottom.
  void ReadAxes() {
    const Words words = WordsOf(sample_.header[*columns_[Role::kX]]);
    columns_.in_media = HasAny(words, {"mcs", "mcspx", "mcsnorm"});
    columns_.upwards = HasAny(words, {"norm"}) && HasAny(words, {"pos"});
  }

  // A column that was only guessed by its name, and holds other words than it should.
  void DropWhatSaysNothing() {
    const auto drop = [&](Role role, const char* why, const auto& understood) {
      if (!columns_[role] || !guessed_.contains(role)) return;
      const auto& values = sample_.Values(*columns_[role]);
      if (std::ranges::any_of(values, understood)) return;
      import_.Understood("not used", fmt::format("{} ({})", sample_.header[*columns_[role]], why));
      columns_[role].reset();
    };
    drop(Role::kEvent, "it names no fixations",
         [](const std::string& v) { return IsFixationEvent(v); });
    drop(Role::kCondition, "it does not say whether the target was there",
         [](const std::string& v) {
           return ConditionByName(v).has_value() || ParseFlag(v).has_value();
         });
    drop(Role::kCorrect, "it does not say right or wrong",
         [](const std::string& v) { return ParseFlag(v).has_value(); });
    const auto number = [](const std::string& v) { return ParseNumber(v, true).has_value(); };
    for (const Role role :
         {Role::kReaction, Role::kBoxX, Role::kBoxY, Role::kBoxWidth, Role::kBoxHeight,
          Role::kImageX, Role::kImageY, Role::kImageWidth, Role::kImageHeight, Role::kScreenWidth,
          Role::kScreenHeight, Role::kBoxRight, Role::kBoxBottom, Role::kIndex, Role::kStart,
          Role::kEnd}) {
      drop(role, "no numbers", number);
    }
    const bool counts =
        columns_[Role::kIndex] && sample_.Values(*columns_[Role::kIndex]).size() > 1;
    if (!counts && sample_.rows.size() > 4) {
      drop(Role::kIndex, "it does not count", [](const std::string&) { return false; });
    }
    drop(Role::kBox, "no four numbers",
         [](const std::string& v) { return ParseBox(v).has_value(); });
    drop(Role::kScreen, "no size",
         [](const std::string& v) { return ParseSizeText(v).has_value(); });
  }

  void Require() {
    for (const Role role : {Role::kX, Role::kY}) {
      if (columns_[role]) continue;
      if (!columns_.has_header) {
        throw InputError(sample_.path, "line 1",
                         "is no header (all numbers); name columns by their places: --columns "
                         "x=#1,y=#2,duration=#3");
      }
      throw InputError(sample_.path, "line 1",
                       "no column says {}; name it: --columns {}=COLUMN; there are {}",
                       NameOf(role), NameOf(role), HeaderText());
    }
    if (columns_[Role::kTrial] && !columns_[Role::kImage]) {
      throw InputError(
          sample_.path, "line 1",
          "no column says which picture was seen; name it: --columns image=COLUMN; there "
          "are {}",
          HeaderText());
    }
  }

  void Say() const {
    std::vector<std::string> named, usual, unused;
    std::set<std::size_t> used;
    if (columns_.correct_expected) used.insert(*columns_.correct_expected);
    for (std::size_t r = 0; r < kRoles; ++r) {
      const auto role = static_cast<Role>(r);
      if (!columns_[role]) continue;
      used.insert(*columns_[role]);
      const auto given = mapping_.columns.find(role);
      const std::string text = fmt::format(
          "{} = {}", NameOf(role),
          given != mapping_.columns.end() ? given->second : sample_.header[*columns_[role]]);
      (given != mapping_.columns.end() ? named : usual).push_back(text);
    }
    for (std::size_t i = 0; i < sample_.header.size(); ++i) {
      if (!used.contains(i)) unused.push_back(sample_.header[i]);
    }
    if (!named.empty()) {
      import_.Understood(
          "columns", fmt::format("{} ({})", fmt::join(named, ", "),
                                 mapping_.name == "given" ? "given" : "mapping " + mapping_.name));
    }
    if (!usual.empty()) {
      import_.Understood("columns",
                         fmt::format("{} (by their usual names)", fmt::join(usual, ", ")));
    }
    if (!unused.empty() && columns_.has_header) {
      import_.Understood("not used", fmt::format("{}", fmt::join(unused, ", ")));
    }
  }

  const TableSample& sample_;
  const ColumnMapping& mapping_;
  TrialImport& import_;
  TableColumns columns_;
  std::set<Role> guessed_;
};

}  // namespace

TableLayout FindLayout(std::span<const std::filesystem::path> files, const ColumnMapping& mapping,
                       TrialImport& import) {
  TableLayout layout;
  TableNumbers numbers;
  for (const std::filesystem::path& path : files) {
    const TableSample sample = SampleTable(path);
    layout.files.push_back(ColumnFinder(sample, mapping, import).Find());
    numbers.Add(sample, layout.files.back());
  }
  numbers.Decide(mapping, files.front(), layout, import);
  return layout;
}

}  // namespace saccade
