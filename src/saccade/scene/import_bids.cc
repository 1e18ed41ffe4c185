#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/base/json.h"
#include "saccade/formats/delimited.h"
#include "saccade/scene/fixation_table.h"
#include "saccade/scene/table_layout.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

// A table whose columns are named by a header, or by "Columns" of the JSON beside it.
struct BidsTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  std::optional<std::size_t> Find(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      const auto found = std::ranges::find(columns, name);
      if (found != columns.end()) return found - columns.begin();
    }
    return std::nullopt;
  }
};

std::string Cell(const std::vector<std::string>& row, const std::optional<std::size_t>& column) {
  return column && *column < row.size() && !IsMissing(row[*column]) ? row[*column] : "";
}

std::optional<double> NumberIn(const std::vector<std::string>& row,
                               const std::optional<std::size_t>& column) {
  return ParseNumber(Cell(row, column), false);
}

std::vector<std::string> ColumnsIn(const nlohmann::json& about) {
  std::vector<std::string> columns;
  if (!about.contains("Columns") || !about["Columns"].is_array()) return columns;
  for (const auto& column : about["Columns"]) {
    if (column.is_string()) columns.push_back(column.get<std::string>());
  }
  return columns;
}

BidsTable ReadBidsTable(const fs::path& path, const nlohmann::json& about) {
  BidsTable table{ColumnsIn(about), {}};
  DelimitedReader reader(ByteSource(path), '\t');
  std::vector<std::string_view> fields;
  while (reader.Next(fields)) {
    std::vector<std::string> row;
    for (const std::string_view field : fields) row.push_back(ToUtf8(field));
    if (table.columns.empty()) {
      table.columns = std::move(row);
    } else {
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

// "sub-01_task-x_recording-eye1_physioevents.tsv.gz" and what belongs to it.
class BidsNames {
 public:
  explicit BidsNames(const fs::path& events) : folder_(events.parent_path()) {
    stem_ = events.filename().string();
    stem_.resize(stem_.find("_physioevents.tsv"));
    run_ = stem_;
    const std::size_t recording = run_.find("_recording-");
    if (recording != run_.npos) {
      const std::size_t end = std::min(run_.find('_', recording + 1), run_.size());
      run_.erase(recording, end - recording);
    }
  }

  // The JSON of a suffix: beside the file, or of the whole data set in a folder above (BIDS'
  // inheritance), where names lose their subject.
  nlohmann::json About(const std::string& suffix) const {
    for (const std::string& stem : {stem_, run_}) {
      const fs::path beside = folder_ / (stem + suffix + ".json");
      if (fs::exists(beside)) return ReadJson(beside);
    }
    const std::size_t task = run_.find("task-");
    if (task == run_.npos) return nlohmann::json::object();
    const std::string shared = run_.substr(task, run_.find('_', task) - task) + suffix + ".json";
    fs::path above = folder_;
    for (int level = 0; level < 4; ++level, above = above / "..") {
      if (fs::exists(above / shared)) return ReadJson(above / shared);
    }
    return nlohmann::json::object();
  }

  std::optional<fs::path> Table(const std::string& suffix, bool of_recording) const {
    for (const char* ending : {".tsv.gz", ".tsv"}) {
      const fs::path path = folder_ / ((of_recording ? stem_ : run_) + suffix + ending);
      if (fs::exists(path)) return path;
    }
    return std::nullopt;
  }

  Identifier Entity(const std::string& key) const {
    const std::size_t at = ("_" + run_).find("_" + key + "-");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + key.size() + 1;
    return Identifier(run_.substr(begin, run_.find('_', begin) - begin));
  }

 private:
  fs::path folder_;
  std::string stem_, run_;
};

double SecondsOf(const nlohmann::json& about, const std::string& column, double otherwise) {
  if (!about.contains(column) || !about[column].is_object()) return otherwise;
  const std::string unit = about[column].value("Units", "");
  if (unit == "s" || unit == "second" || unit == "seconds") return 1;
  if (unit == "ms" || unit == "millisecond" || unit == "milliseconds") return 1e-3;
  if (unit == "us" || unit == "microsecond" || unit == "microseconds") return 1e-6;
  return otherwise;
}

// A picture was on the screen from `onset` on, in the clock of the fixations.
struct Shown {
  double onset = 0;
  double end = 0;
  std::vector<std::string> row;  // of the events
};

class BidsRun {
 public:
  BidsRun(const fs::path& path, TrialImport& import)
      : path_(path),
        names_(path),
        import_(import),
        about_(names_.About("_physioevents")),
        physio_about_(names_.About("_physio")) {}

  void Read() {
    if (!about_.is_object() || !physio_about_.is_object()) {
      throw InputError(path_, "", "the JSON beside it is no object");
    }
    table_ = ReadBidsTable(path_, about_);
    ReadScreen();
    FindShown();
    ReadSamples();
    ReadFixations();
  }

 private:
  void ReadScreen() {
    const nlohmann::json events = names_.About("_events");
    nlohmann::json shown = nlohmann::json::object();
    for (const nlohmann::json* about :
         std::initializer_list<const nlohmann::json*>{&events, &physio_about_, &about_}) {
      if (about->is_object() && about->contains("StimulusPresentation")) {
        shown = (*about)["StimulusPresentation"];
        break;
      }
    }
    const auto pair = [&](const char* key) -> std::optional<FrameSize> {
      if (!shown.is_object() || !shown.contains(key)) return std::nullopt;
      const auto& value = shown[key];
      if (!value.is_array() || value.size() != 2 || !value[0].is_number() ||
          !value[1].is_number()) {
        return std::nullopt;
      }
      const FrameSize size{value[0].get<double>(), value[1].get<double>()};
      if (!(size.width > 0 && size.height > 0)) return std::nullopt;
      return size;
    };
    const auto resolution = pair("ScreenResolution"), metres = pair("ScreenSize");
    const auto& given = import_.options().columns.screen;
    if (!given && !resolution) {
      throw InputError(path_, "",
                       "no JSON beside it says how large the screen is (StimulusPresentation, "
                       "ScreenResolution); say it: --screen 1920x1080");
    }
    screen_.size = given ? *given : *resolution;
    import_.Understood("screen", fmt::format("{}x{} ({})", screen_.size.width, screen_.size.height,
                                             given ? "given" : "ScreenResolution"));
    if (metres) screen_.millimetres = FrameSize{metres->width * 1000, metres->height * 1000};
    if (shown.is_object() && shown.contains("ScreenDistance") &&
        shown["ScreenDistance"].is_number() && shown["ScreenDistance"].get<double>() > 0) {
      screen_.distance_mm = shown["ScreenDistance"].get<double>() * 1000;
    }
  }

  // Trials by the task's events, whose clock is the run's; the recording's StartTime says when its
  // first sample was in it.
  void FindShown() {
    onset_ = table_.Find({"onset"});
    if (!onset_) throw InputError(path_, "", "has no column \"onset\"");
    tick_ = SecondsOf(about_, "onset", SecondsOf(physio_about_, "timestamp", 1e-3));
    const auto path = names_.Table("_events", false);
    if (!path) return;
    events_ = ReadBidsTable(*path, nlohmann::json::object());
    const auto onset = events_.Find({"onset"}), duration = events_.Find({"duration"});
    const auto stimulus = events_.Find({"stim_file"});
    for (const auto& row : events_.rows) {
      const auto begin = NumberIn(row, onset);
      if (!begin || Cell(row, stimulus).empty()) continue;
      const double lasts = NumberIn(row, duration).value_or(0);
      shown_.push_back({*begin, lasts > 0 ? *begin + lasts : 1e300, row});
    }
    std::ranges::stable_sort(shown_, {}, &Shown::onset);
    for (std::size_t i = 0; i + 1 < shown_.size(); ++i) {
      shown_[i].end = std::min(shown_[i].end, shown_[i + 1].onset);
    }
  }

  // Where the eye was during a fixation stands in the samples, unless the events say it. There may
  // be very many: they are summed up as they pass.
  void ReadSamples() {
    x_ = table_.Find({"x_coordinate", "x", "fixation_x", "gaze_x", "mean_x"});
    y_ = table_.Find({"y_coordinate", "y", "fixation_y", "gaze_y", "mean_y"});
    CheckUnits(x_ && y_ ? about_ : physio_about_);
    const auto path = names_.Table("_physio", true);
    if (!path) {
      if (x_ && y_) return;
      throw InputError(path_, "",
                       "says not where fixations were (columns x_coordinate and y_coordinate), and "
                       "no _physio.tsv.gz beside it does");
    }
    const BidsTable names{ColumnsIn(physio_about_), {}};
    const auto time = names.Find({"timestamp"});
    const auto x = names.Find({"x_coordinate"}), y = names.Find({"y_coordinate"});
    if (!time) return;
    FindSpans();
    DelimitedReader reader(ByteSource(*path), '\t');
    std::vector<std::string_view> fields;
    const auto number = [&](const std::optional<std::size_t>& at) -> std::optional<double> {
      return at && *at < fields.size() ? ParseNumber(fields[*at], false) : std::nullopt;
    };
    double before = -std::numeric_limits<double>::infinity();
    while (reader.Next(fields)) {
      const auto t = number(time);
      if (!t) continue;
      if (!first_tick_) first_tick_ = *t;
      if (x_ && y_) return;
      if (*t < before) {
        throw InputError(*path, fmt::format("line {}", reader.line()),
                         "has timestamp {} after {}; samples in temporal order are expected", *t,
                         before);
      }
      before = *t;
      const auto at_x = number(x), at_y = number(y);
      if (at_x && at_y) AddSample(*t, *at_x, *at_y);
    }
  }

  void CheckUnits(const nlohmann::json& about) const {
    for (const char* axis : {"x_coordinate", "y_coordinate"}) {
      if (!about.contains(axis) || !about[axis].is_object()) continue;
      const std::string unit = about[axis].value("Units", "pixel");
      if (unit == "pixel" || unit == "pixels" || unit == "px") continue;
      throw InputError(path_, "", "the JSON beside it gives {} in {}; pixels are expected", axis,
                       unit);
    }
  }

  // The time that each fixation takes, in its clock, and the samples met in it.
  struct Span {
    double from = 0, to = 0;
    double x = 0, y = 0, count = 0;
  };

  void FindSpans() {
    const auto duration = table_.Find({"duration"});
    const double lasts = SecondsOf(about_, "duration", tick_);
    spans_.clear();
    for (const auto& row : table_.rows) {
      const auto onset = NumberIn(row, onset_), length = NumberIn(row, duration);
      if (onset && length) spans_.push_back({*onset, *onset + *length * lasts / tick_});
    }
    std::ranges::stable_sort(spans_, {}, &Span::from);
  }

  void AddSample(double t, double x, double y) {
    while (passed_ < spans_.size() && spans_[passed_].to < t) ++passed_;
    for (std::size_t i = passed_; i < spans_.size() && spans_[i].from <= t; ++i) {
      if (t > spans_[i].to) continue;
      spans_[i].x += x;
      spans_[i].y += y;
      spans_[i].count += 1;
    }
  }

  std::optional<PointOnScreen> MeanOfSamples(double from, double to) const {
    auto span = std::ranges::lower_bound(spans_, from, {}, &Span::from);
    while (span != spans_.end() && span->from == from && span->to != to) ++span;
    if (span == spans_.end() || span->from != from || span->count == 0) return std::nullopt;
    return PointOnScreen{span->x / span->count, span->y / span->count};
  }

  // In the run's clock.
  double SecondsAt(double tick) const {
    const double start =
        physio_about_.contains("StartTime") && physio_about_["StartTime"].is_number()
            ? physio_about_["StartTime"].get<double>()
            : 0;
    return first_tick_ ? start + (tick - *first_tick_) * tick_ : tick * tick_;
  }

  const Shown* ShownAt(double seconds) const {
    auto after = std::ranges::upper_bound(shown_, seconds, {}, &Shown::onset);
    if (after == shown_.begin()) return nullptr;
    const Shown& shown = *std::prev(after);
    return seconds < shown.end ? &shown : nullptr;
  }

  void ReadFixations() {
    const auto duration = table_.Find({"duration"}), type = table_.Find({"trial_type"});
    const auto stimulus = table_.Find({"stim_file"});
    const double lasts = SecondsOf(about_, "duration", tick_);
    const void* current = nullptr;
    std::string current_stimulus;
    TrialOnScreen trial;
    std::size_t line = 0, begins = 0;
    const auto finish = [&] {
      if (!trial.scanpath.empty()) {
        import_.Add(std::move(trial), path_, fmt::format("line {}", begins));
      }
      trial = {};
    };
    for (const auto& row : table_.rows) {
      ++line;
      if (type && !IsFixationEvent(Cell(row, type))) continue;
      const auto onset = NumberIn(row, onset_), length = NumberIn(row, duration);
      if (!onset || !length || *length < 0) {
        import_.LeftOut("fixations without a time");
        continue;
      }
      const auto x = NumberIn(row, x_), y = NumberIn(row, y_);
      const auto point = x && y ? std::optional(PointOnScreen{*x, *y})
                                : MeanOfSamples(*onset, *onset + *length * lasts / tick_);
      if (!point) {
        import_.LeftOut("fixations without coordinates");
        continue;
      }
      const std::string named = Cell(row, stimulus);
      const Shown* shown = ShownAt(SecondsAt(*onset));
      if (shown == nullptr && !shown_.empty() && named.empty()) {
        import_.LeftOut("fixations while no picture was shown");
        continue;
      }
      if (shown != current || named != current_stimulus || trial.scanpath.empty()) {
        finish();
        current = shown;
        current_stimulus = named;
        begins = line;
        Begin(trial, shown, named);
      }
      trial.scanpath.push_back({*point, *length * lasts * 1000});
    }
    finish();
  }

  void Begin(TrialOnScreen& trial, const Shown* shown, const std::string& named) {
    trial.subject = names_.Entity("sub");
    trial.session = names_.Entity("ses");
    trial.viewing = Viewing{screen_};
    trial.answer_known = false;
    const auto cell = [&](std::initializer_list<std::string_view> columns) {
      return shown != nullptr ? Cell(shown->row, events_.Find(columns)) : std::string();
    };
    const std::string stimulus = named.empty() ? cell({"stim_file"}) : named;
    trial.name = fs::path(stimulus).filename().string();
    if (trial.name.empty()) {
      trial.name = NamedIn(path_).picture;
      import_.Note("runs whose events name no picture: called by their file");
    }
    trial.task = cell({"target", "search_target", "task", "category"});
    if (const auto condition = ConditionByName(cell({"condition", "trial_type"}))) {
      trial.condition = *condition;
    }
    if (const auto correct = ParseFlag(cell({"correct", "accuracy"}))) {
      trial.correct = *correct;
      trial.answer_known = true;
    }
    if (const auto rt = ParseNumber(cell({"response_time"}), false)) trial.reaction_ms = *rt * 1000;
    const auto number = [&](std::string_view column) { return ParseNumber(cell({column}), false); };
    const auto box = [&](const std::string& of) -> std::optional<BoxOnScreen> {
      const auto x = number(of + "_x"), y = number(of + "_y");
      const auto width = number(of + "_w"), height = number(of + "_h");
      if (!x || !y || !width || !height) return std::nullopt;
      return BoxOnScreen{*x, *y, *width, *height};
    };
    trial.target = box("bbox");
    if (const auto picture = box("image"); picture && picture->width >= 1 && picture->height >= 1) {
      trial.viewing->picture = picture;
    }
  }

  const fs::path& path_;
  BidsNames names_;
  TrialImport& import_;
  nlohmann::json about_, physio_about_;
  BidsTable table_, events_;
  Screen screen_;
  std::vector<Shown> shown_;
  std::vector<Span> spans_;  // by onset
  std::size_t passed_ = 0;   // spans that have ended
  std::optional<std::size_t> onset_, x_, y_;
  std::optional<double> first_tick_;
  double tick_ = 1e-3;  // seconds of a unit of the fixations' clock
};

}  // namespace

void ImportBids(TrialFormat::Paths files, TrialImport& import) {
  import.Understood("trials", "by stim_file of the events");
  for (const fs::path& path : files) {
    if (path.filename().string().find("_physioevents.tsv") == std::string::npos) {
      throw InputError(path, "", "is no _physioevents.tsv or _physioevents.tsv.gz");
    }
    BidsRun(path, import).Read();
  }
}

}  // namespace saccade
