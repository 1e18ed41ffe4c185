#include "saccade/scene/fixation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <deque>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/delimited.h"
#include "saccade/scene/table_layout.h"

namespace saccade {
namespace {

// Trials of so many fixations wait for rows that come later; beyond, they are passed on.
constexpr std::size_t kMostWaiting = 500'000;

constexpr std::array kKeyRoles = {Role::kSubject, Role::kSession, Role::kTrial,
                                  Role::kImage,   Role::kTask,    Role::kCondition};

// A trial whose rows are being met.
struct OpenTrial {
  TrialOnScreen trial;
  std::vector<double> order;  // of its fixations: index or start
  std::size_t line = 0;       // where it begins
  bool ordered = true;
  bool lacks_durations = false;
};

class TableReader {
 public:
  TableReader(const std::filesystem::path& path, const TableColumns& columns,
              const TableLayout& layout, const NamedInFile& by_name, TrialImport& import)
      : columns_(columns),
        layout_(layout),
        by_name_(by_name),
        import_(import),
        rows_(ByteSource(path), columns.delimiter) {}

  void Read() {
    if (columns_.has_header) rows_.Next(fields_);
    while (rows_.Next(fields_)) ReadRow();
    for (OpenTrial& open : waiting_) Finish(open);
  }

 private:
  std::string_view Field(Role role) const {
    const auto& at = columns_[role];
    return at && *at < fields_.size() ? fields_[*at] : std::string_view();
  }

  [[noreturn]] void Refuse(Role role, std::string_view expected) const {
    const auto& at = columns_[role];
    throw InputError(rows_.path(),
                     fmt::format("line {}, column {}", rows_.line(), at ? *at + 1 : 0),
                     "{} is \"{}\"; {} is expected; --lenient leaves out such rows", NameOf(role),
                     Field(role), expected);
  }

  // Nothing when it is missing. A text is an error, or makes the row bad.
  std::optional<double> Number(Role role) {
    const std::string_view text = Field(role);
    if (const auto number = ParseNumber(text, layout_.decimal_comma)) return number;
    if (!IsMissing(text)) {
      if (!import_.options().lenient) Refuse(role, "a number");
      bad_ = true;
    }
    return std::nullopt;
  }

  void ReadRow() {
    bad_ = false;
    if (columns_[Role::kEvent] && !IsFixationEvent(Field(Role::kEvent))) {
      import_.LeftOut("rows that are no fixations");
      return;
    }
    const auto x = Number(Role::kX), y = Number(Role::kY);
    const auto index = Number(Role::kIndex), start = Number(Role::kStart);
    const std::optional<double> duration = Duration(start);
    if (bad_) {
      import_.LeftOut("rows with words where numbers are expected");
      return;
    }
    if (!x || !y) {
      import_.LeftOut("rows without coordinates");
      return;
    }
    if (columns_[Role::kImage] && IsMissing(Field(Role::kImage))) {
      import_.LeftOut("rows that name no picture");
      return;
    }
    const std::optional<double> order = index ? index : start;
    OpenTrial& open = Find(order);
    if (IsRepeatedSample(open, order)) return;
    open.lacks_durations = open.lacks_durations || !duration;
    open.trial.scanpath.push_back({Place(open.trial, *x, *y), duration.value_or(0)});
    const double by = order.value_or(static_cast<double>(open.order.size()));
    open.ordered = open.ordered && (open.order.empty() || open.order.back() <= by);
    open.order.push_back(by);
    if (++held_ > kMostWaiting) PassOn();
  }

  std::optional<double> Duration(const std::optional<double>& start) {
    auto duration = Number(Role::kDuration);
    if (!duration && start) {
      const auto end = Number(Role::kEnd);
      if (end) duration = *end - *start;
    }
    if (!duration) return std::nullopt;
    if (*duration < 0) {
      if (!import_.options().lenient) {
        Refuse(columns_[Role::kDuration] ? Role::kDuration : Role::kEnd, "a time from 0 on");
      }
      bad_ = true;
    }
    return *duration * MillisecondsOf(layout_.time);
  }

  // A tracker's export of samples repeats the fixation in each of its rows.
  bool IsRepeatedSample(const OpenTrial& open, const std::optional<double>& order) const {
    return columns_[Role::kEvent] && columns_[Role::kIndex] && order && !open.order.empty() &&
           open.order.back() == *order;
  }

  PointOnScreen Place(const TrialOnScreen& trial, double x, double y) const {
    const FrameSize screen = trial.viewing->screen.size;
    const BoxOnScreen on =
        layout_.in_picture ? trial.viewing->Area() : BoxOnScreen{0, 0, screen.width, screen.height};
    if (layout_.shares) {
      x *= on.width;
      y *= on.height;
    }
    switch (layout_.origin) {
      case Origin::kBottomLeft:
        y = on.height - y;
        break;
      case Origin::kCenter:
        x += on.width / 2;
        y += on.height / 2;
        break;
      case Origin::kCenterUp:
        x += on.width / 2;
        y = on.height / 2 - y;
        break;
      default:
        break;
    }
    return {on.x + x, on.y + y};
  }

  bool IsSameKey() const {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < kKeyRoles.size(); ++i) {
      const std::string_view field = Field(kKeyRoles[i]);
      if (ends_[i] - begin != field.size() ||
          std::memcmp(key_.data() + begin, field.data(), field.size()) != 0) {
        return false;
      }
      begin = ends_[i] + 1;
    }
    return true;
  }

  // The trial that the row belongs to. Without a column for trials, a fixation that begins again
  // from the first is of another time that the person saw the picture.
  OpenTrial& Find(const std::optional<double>& order) {
    const bool same = current_ != nullptr && IsSameKey();
    if (!same) {
      key_.clear();
      for (std::size_t i = 0; i < kKeyRoles.size(); ++i) {
        key_ += Field(kKeyRoles[i]);
        ends_[i] = key_.size();
        key_ += '\x1f';
      }
      const std::uint64_t hash = Hash();
      const auto known = place_.find(hash);
      if (known == place_.end()) {
        current_ = &Open(hash, 1);
        return *current_;
      }
      if (known->second.passed_on) {
        if (columns_[Role::kTrial]) {
          throw InputError(rows_.path(), fmt::format("line {}", rows_.line()),
                           "belongs to a trial whose other rows are far above; sort the file by "
                           "trial");
        }
        current_ = &Open(hash, known->second.times + 1);
        return *current_;
      }
      current_ = &waiting_[known->second.place];
    }
    const bool again = order ? !current_->order.empty() && *order < current_->order.back() &&
                                   *order <= current_->order.front()
                             : !same;
    if (again && !columns_[Role::kTrial]) {
      const std::uint64_t hash = Hash();
      current_ = &Open(hash, place_.at(hash).times + 1);
    }
    return *current_;
  }

  std::uint64_t Hash() const { return Checksum(key_); }

  OpenTrial& Open(std::uint64_t hash, int times) {
    place_[hash] = {waiting_.size(), times, false};
    OpenTrial& open = waiting_.emplace_back();
    open.line = rows_.line();
    TrialOnScreen& trial = open.trial;
    trial.name = columns_[Role::kImage] ? std::string(Field(Role::kImage)) : by_name_.picture;
    trial.subject = columns_[Role::kSubject] ? NameIn(Field(Role::kSubject)) : by_name_.subject;
    trial.session = NameIn(Field(Role::kSession));
    if (times > 1) {
      trial.session = times;
      import_.Note("trials of a person who had seen the picture before: numbered as sessions");
    }
    if (!IsMissing(Field(Role::kTask))) trial.task = Field(Role::kTask);
    ReadCondition(trial);
    ReadAnswer(trial);
    if (const auto rt = Number(Role::kReaction)) {
      trial.reaction_ms = *rt * MillisecondsOf(layout_.reaction_time);
    }
    trial.split = Field(Role::kSplit);
    ReadViewing(trial);
    ReadBox(trial);
    return open;
  }

  // "3.0" is 3: a table that went through a spreadsheet.
  static Identifier NameIn(std::string_view text) {
    if (IsMissing(text)) return {};
    if (text.ends_with(".0")) text.remove_suffix(2);
    return Identifier(ToUtf8(text));
  }

  void ReadCondition(TrialOnScreen& trial) const {
    const std::string_view text = Field(Role::kCondition);
    if (IsMissing(text) || import_.options().condition) return;
    if (const auto condition = ConditionByName(text)) {
      trial.condition = *condition;
    } else if (const auto present = ParseFlag(text)) {
      trial.condition = *present ? Condition::kPresent : Condition::kAbsent;
    } else {
      Refuse(Role::kCondition, "present, absent or free (or 1 and 0)");
    }
    if (trial.condition != Condition::kFree && trial.task.empty()) trial.task = kUnnamedTarget;
  }

  void ReadAnswer(TrialOnScreen& trial) const {
    const std::string_view text = Field(Role::kCorrect);
    if (columns_.correct_expected) {
      const bool there = *columns_.correct_expected < fields_.size();
      trial.answer_known = !IsMissing(text) && there;
      trial.correct = !trial.answer_known || text == fields_[*columns_.correct_expected];
      return;
    }
    const auto correct = ParseFlag(text);
    if (!correct && !IsMissing(text) && !import_.options().lenient) {
      Refuse(Role::kCorrect, "1 or 0, true or false");
    }
    trial.answer_known = correct.has_value();
    trial.correct = correct.value_or(true);
  }

  void ReadViewing(TrialOnScreen& trial) {
    Viewing viewing{Screen{layout_.screen}};
    const auto width = Number(Role::kScreenWidth), height = Number(Role::kScreenHeight);
    if (width && height) {
      if (!(*width >= 1 && *height >= 1)) Refuse(Role::kScreenWidth, "a size over 0");
      viewing.screen.size = {*width, *height};
    }
    std::optional<FrameSize> picture = layout_.picture;
    std::optional<PointOnScreen> corner = layout_.corner;
    const auto w = Number(Role::kImageWidth), h = Number(Role::kImageHeight);
    if (w && h) {
      if (!(*w >= 1 && *h >= 1)) Refuse(Role::kImageWidth, "a size over 0");
      picture = FrameSize{*w, *h};
      const auto x = Number(Role::kImageX), y = Number(Role::kImageY);
      if (x && y) corner = PointOnScreen{*x, *y};
    }
    if (picture) viewing = Centered(viewing.screen, *picture);
    if (picture && corner) {
      viewing.picture->x = corner->x;
      viewing.picture->y = corner->y;
    }
    trial.viewing = viewing;
  }

  void ReadBox(TrialOnScreen& trial) {
    const auto x = Number(Role::kBoxX), y = Number(Role::kBoxY);
    const auto width = Number(Role::kBoxWidth), height = Number(Role::kBoxHeight);
    if (!x || !y || !width || !height) return;
    const PointOnScreen corner = Place(trial, *x, *y);
    const double upwards =
        layout_.origin == Origin::kBottomLeft || layout_.origin == Origin::kCenterUp ? *height : 0;
    trial.target = BoxOnScreen{corner.x, corner.y - upwards, *width, *height};
  }

  void Finish(OpenTrial& open) {
    if (!open.ordered) {
      std::vector<std::size_t> by(open.order.size());
      std::iota(by.begin(), by.end(), 0);
      std::ranges::stable_sort(by, {}, [&](std::size_t i) { return open.order[i]; });
      ScanpathOnScreen sorted;
      for (const std::size_t i : by) sorted.push_back(open.trial.scanpath[i]);
      open.trial.scanpath = std::move(sorted);
      import_.Note("trials whose fixations were out of order: sorted");
    }
    if (open.lacks_durations) {
      if (HasDurations(open.trial.scanpath)) {
        import_.Note("trials in which some durations are missing: without durations");
      }
      for (FixationOnScreen& fixation : open.trial.scanpath) fixation.duration_ms = 0;
    }
    import_.Add(std::move(open.trial), rows_.path(), fmt::format("line {}", open.line));
  }

  // All but the trial that is being read.
  void PassOn() {
    OpenTrial current = std::move(*current_);
    const auto* const address = current_;
    for (OpenTrial& open : waiting_) {
      if (&open != address) Finish(open);
    }
    waiting_.clear();
    waiting_.push_back(std::move(current));
    current_ = &waiting_.front();
    const std::uint64_t hash = Hash();
    for (auto& [key, place] : place_) place.passed_on = key != hash;
    place_[hash].place = 0;
    held_ = waiting_.front().trial.scanpath.size();
  }

  struct TrialPlace {
    std::size_t place = 0;
    int times = 0;  // how often the key began
    bool passed_on = false;
  };

  const TableColumns& columns_;
  const TableLayout& layout_;
  const NamedInFile& by_name_;
  TrialImport& import_;
  DelimitedReader rows_;
  std::vector<std::string_view> fields_;
  std::deque<OpenTrial> waiting_;
  std::unordered_map<std::uint64_t, TrialPlace> place_;
  OpenTrial* current_ = nullptr;
  std::string key_;  // of the current trial: its fields, one after the other
  std::array<std::size_t, kKeyRoles.size()> ends_{};
  std::size_t held_ = 0;
  bool bad_ = false;
};

void SayWhatNamesSay(std::span<const std::filesystem::path> files, const TableLayout& layout,
                     TrialImport& import) {
  for (std::size_t i = 0; i < files.size() && i < 3; ++i) {
    const NamedInFile named = NamedIn(files[i]);
    if (!layout.files[i][Role::kImage]) {
      import.Understood("picture of " + files[i].filename().string(),
                        named.picture + " (by the file's name; no column says it)");
    }
    if (!layout.files[i][Role::kSubject]) {
      import.Understood("person of " + files[i].filename().string(),
                        named.subject.known() ? named.subject.text() + " (by the file's name)"
                        : files.size() > 1    ? "each file is one (no column says it)"
                                              : "not known (no column says it)");
    }
  }
}

}  // namespace

NamedInFile NamedIn(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  for (const std::string_view ending : {".gz", ".csv", ".tsv", ".txt", ".xls"}) {
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  }
  NamedInFile named{name, {}};
  const std::size_t sub = name.find("sub-");
  if (sub == name.npos) return named;
  std::size_t end = sub + 4;
  while (end < name.size() && std::isalnum(static_cast<unsigned char>(name[end])) != 0) ++end;
  if (end == sub + 4) return named;
  named.subject = Identifier(name.substr(sub + 4, end - sub - 4));
  std::string rest =
      name.substr(0, sub) + name.substr(std::min(end + (end < name.size()), name.size()));
  while (rest.ends_with('_') || rest.ends_with('-')) rest.pop_back();
  if (!rest.empty()) named.picture = rest;
  return named;
}

void ImportTables(std::span<const std::filesystem::path> files, const ColumnMapping& mapping,
                  TrialImport& import) {
  const ColumnMapping merged = Merge(import.options().columns, mapping);
  const TableLayout layout = FindLayout(files, merged, import);
  SayWhatNamesSay(files, layout, import);
  for (std::size_t i = 0; i < files.size(); ++i) {
    NamedInFile named = NamedIn(files[i]);
    if (!named.subject.known() && files.size() > 1) named.subject = Identifier(named.picture);
    TableReader(files[i], layout.files[i], layout, named, import).Read();
  }
}

}  // namespace saccade
