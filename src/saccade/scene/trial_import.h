#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "saccade/scene/column_mapping.h"
#include "saccade/scene/trial.h"

namespace saccade {

// What the user says about files that other programs wrote. What is not said is looked for in the
// files, and every finding is printed.
struct ImportOptions {
  ColumnMapping columns{};  // of tables
  std::optional<FrameSize> screen{};
  std::optional<FrameSize> screen_mm{};
  std::optional<double> distance_mm{};
  std::string task{};  // of trials that do not say theirs
  std::optional<Condition> condition{};
  bool lenient = false;  // bad rows and trials are left out and counted
};

// What importing gives: the trials, one after the other, and what was understood on the way.
class TrialImport {
 public:
  using Take = std::function<void(const TrialOnScreen&)>;
  TrialImport(const ImportOptions& options, Take take)
      : options_(options), take_(std::move(take)) {}

  const ImportOptions& options() const { return options_; }

  // A trial as the file has it; fills in what the options say, mends what a note says, checks it as
  // ReadTrialFile does, and hands it on. One without fixations is left out. `where` is its place
  // for messages. Throws InputError for a bad one, or counts it when reading leniently.
  void Add(TrialOnScreen trial, const std::filesystem::path& path, const std::string& where);

  // "columns", "x = FixX, y = FixY": said once, in the order of the first time.
  void Understood(std::string_view what, const std::string& how);
  // What was left out, with the number of them: "rows without coordinates".
  void LeftOut(const std::string& reason, std::size_t count = 1) { left_out_[reason] += count; }
  // What is worth a word and lost nothing: "trials whose T was longer than X: cut".
  void Note(const std::string& note, std::size_t count = 1) { notes_[note] += count; }

  struct Line {
    std::string what;
    std::string how;
  };
  struct Totals {
    std::size_t trials = 0;
    std::size_t fixations = 0;
    std::size_t off_screen = 0;
    std::size_t off_picture = 0;  // but on the screen
    std::size_t without_subject = 0;
    std::size_t without_durations = 0;
    std::size_t without_box = 0;  // of target-present trials
    std::size_t boxes = 0;        // that files gave
    std::size_t boxes_off = 0;    // of them without area on the screen: left away
    std::map<Condition, std::size_t> conditions{};
    std::set<Identifier> subjects{};
    std::unordered_set<std::uint64_t> pictures{};  // checksums of their names: there may be many
    std::map<std::string, std::size_t> tasks{};
    std::map<std::string, std::size_t> screens{};
    double duration_ms = 0;
    std::size_t durations = 0;
  };

  const std::vector<Line>& understood() const { return understood_; }
  const std::map<std::string, std::size_t>& left_out() const { return left_out_; }
  const std::map<std::string, std::size_t>& notes() const { return notes_; }
  const Totals& totals() const { return totals_; }
  const std::vector<TrialOnScreen>& first() const { return first_; }  // a few, to be shown

 private:
  void Count(const TrialOnScreen& trial);
  void MendBox(TrialOnScreen& trial);
  void MendDurations(TrialOnScreen& trial);

  const ImportOptions& options_;
  Take take_;
  std::vector<Line> understood_;
  std::map<std::string, std::size_t> left_out_, notes_;
  Totals totals_;
  std::vector<TrialOnScreen> first_;
  // What trial after trial says in the same way.
  std::string task_said_, task_;
  FrameSize screen_{};
  std::size_t* on_screen_ = nullptr;
};

// A target that nobody named.
inline constexpr const char* kUnnamedTarget = "target";

// UTF-8 as it is; other bytes are taken for Windows' Western letters.
std::string ToUtf8(std::string_view bytes);

}  // namespace saccade
