#include "saccade/scene/fixation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <deque>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/scene/table_layout.h"
#include "saccade/scene/table_rows.h"

namespace saccade {
namespace {

// Trials of so many fixations wait for rows that come later; beyond, they are passed on. Of large
// files fewer do, which stay in the processor's cache.
constexpr std::size_t kMostWaiting = 500'000;
constexpr std::size_t kMostWaitingOfLarge = 10'000;
constexpr std::size_t kLarge = std::size_t{64} << 20;

std::size_t MostWaiting(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return !error && size > kLarge ? kMostWaitingOfLarge : kMostWaiting;
}

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
      : by_name_(by_name),
        import_(import),
        rows_(path, columns, layout, import),
        most_waiting_(MostWaiting(path)) {}

  void Read() {
    while (rows_.Next()) AddFixation();
    for (OpenTrial& open : waiting_) Finish(open);
  }

 private:
  void AddFixation() {
    OpenTrial& open = Find();
    if (IsRepeated(open)) return;
    const auto& duration = rows_.duration_ms();
    open.lacks_durations = open.lacks_durations || !duration;
    open.trial.scanpath.push_back({rows_.PointOn(*open.trial.viewing), duration.value_or(0)});
    const double by = rows_.order().value_or(static_cast<double>(open.order.size()));
    open.ordered = open.ordered && (open.order.empty() || open.order.back() <= by);
    open.order.push_back(by);
    if (++held_ > most_waiting_) PassOn();
  }

  // An export of samples repeats the fixation in each of its rows; some let it grow meanwhile, so
  // that the last one is it.
  bool IsRepeated(OpenTrial& open) {
    if (!rows_.Has(Role::kIndex) || !rows_.order() || open.order.empty() ||
        open.order.back() != *rows_.order()) {
      return false;
    }
    FixationOnScreen& last = open.trial.scanpath.back();
    const double duration = rows_.duration_ms().value_or(0);
    if (duration < last.duration_ms) return false;  // another one, of the same number
    if (duration > last.duration_ms) {
      last = {rows_.PointOn(*open.trial.viewing), duration};
    }
    import_.Note("rows of a fixation that the row before them has too: taken once");
    return true;
  }

  bool IsSameKey() const {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < kKeyRoles.size(); ++i) {
      const std::string_view field = rows_.Field(kKeyRoles[i]);
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
  OpenTrial& Find() {
    const bool same = current_ != nullptr && IsSameKey();
    if (!same) {
      key_.clear();
      for (std::size_t i = 0; i < kKeyRoles.size(); ++i) {
        key_ += rows_.Field(kKeyRoles[i]);
        ends_[i] = key_.size();
        key_ += '\x1f';
      }
      const std::uint64_t hash = Hash();
      const auto known = place_.find(hash);
      if (known == place_.end()) {
        current_ = &Open(hash, 1);
        return *current_;
      }
      if (known->second.round != round_) {
        if (rows_.Has(Role::kTrial)) {
          throw InputError(rows_.path(), fmt::format("line {}", rows_.line()),
                           "belongs to a trial whose other rows are far above; sort the file by "
                           "trial");
        }
        current_ = &Open(hash, known->second.times + 1);
        return *current_;
      }
      current_ = &waiting_[known->second.place];
    }
    if (BeginsAgain(same) && !rows_.Has(Role::kTrial)) {
      const std::uint64_t hash = Hash();
      current_ = &Open(hash, place_.at(hash).times + 1);
    }
    return *current_;
  }

  bool BeginsAgain(bool follows) const {
    const auto& order = rows_.order();
    if (!order) return !follows;
    return !current_->order.empty() && *order < current_->order.back() &&
           *order <= current_->order.front();
  }

  std::uint64_t Hash() const { return Checksum(key_); }

  OpenTrial& Open(std::uint64_t hash, int times) {
    place_[hash] = {static_cast<std::uint32_t>(waiting_.size()), times, round_};
    OpenTrial& open = waiting_.emplace_back();
    open.line = rows_.line();
    open.trial = rows_.Trial(by_name_.picture, by_name_.subject);
    constexpr std::size_t kUsual = 16;  // fixations
    open.trial.scanpath.reserve(kUsual);
    open.order.reserve(kUsual);
    if (times > 1) {
      open.trial.session = times;
      import_.Note("trials of a person who had seen the picture before: numbered as sessions");
    }
    return open;
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
    ++round_;
    TrialPlace& place = place_[Hash()];
    place.place = 0;
    place.round = round_;
    held_ = waiting_.front().trial.scanpath.size();
  }

  struct TrialPlace {
    std::uint32_t place = 0;
    int times = 0;            // how often the key began
    std::uint32_t round = 0;  // of passing on: of an earlier one, it has been
  };

  const NamedInFile& by_name_;
  TrialImport& import_;
  TableRows rows_;
  std::deque<OpenTrial> waiting_;
  std::unordered_map<std::uint64_t, TrialPlace> place_;
  OpenTrial* current_ = nullptr;
  std::string key_;  // of the current trial: its fields, one after the other
  std::array<std::size_t, kKeyRoles.size()> ends_{};
  std::size_t held_ = 0, most_waiting_;
  std::uint32_t round_ = 0;
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
  const auto trim = [&] {
    while (rest.ends_with('_') || rest.ends_with('-')) rest.pop_back();
  };
  trim();
  // Of several trials on one picture, files that are written here say the number.
  const std::size_t trial = rest.rfind("_trial");
  if (trial != rest.npos && trial + 6 < rest.size() &&
      rest.find_first_not_of("0123456789", trial + 6) == rest.npos) {
    rest.resize(trial);
  }
  trim();
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
