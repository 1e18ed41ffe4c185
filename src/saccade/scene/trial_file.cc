#include "saccade/scene/trial_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/formats/json_document.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

// Copies at 512x320 round left and width separately, so a box may pass the border by a pixel.
constexpr double kBoxTolerance = 1;

// What no eye tracker says: scores repeat symbols by duration, and squares must stay finite.
constexpr double kLongestFixationMs = 60'000;
constexpr double kFarthestPoint = 100'000;  // pixels

// One trial is wrong. `reason` is what lenient reading counts by.
struct BadTrial : std::runtime_error {
  BadTrial(std::string reason_, const std::string& message)
      : std::runtime_error(message), reason(std::move(reason_)) {}
  std::string reason;
};

template <typename... Args>
[[noreturn]] void Bad(const char* reason, fmt::format_string<Args...> format, Args&&... args) {
  throw BadTrial(reason, fmt::format(format, std::forward<Args>(args)...));
}

[[noreturn]] void WrongType(std::string_view field, const element& value,
                            std::string_view expected) {
  const bool non_finite = value.is_string() && IsNonFinite(value.get_string().value_unsafe());
  Bad(non_finite ? "NaN" : "wrong type", "{} is {}; {} is expected", field, KindOf(value),
      expected);
}

double Number(const element& value, std::string_view field) {
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) WrongType(field, value, "a number");
  return number;
}

std::string Text(const element& value, std::string_view field) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS || text.empty()) {
    WrongType(field, value, "a name");
  }
  return std::string(text);
}

// Booleans are written as 0 and 1 in some files.
bool Truth(const element& value, std::string_view field) {
  bool truth = false;
  if (value.get_bool().get(truth) == simdjson::SUCCESS) return truth;
  std::int64_t number = -1;
  if (value.get_int64().get(number) != simdjson::SUCCESS || number < 0 || number > 1) {
    WrongType(field, value, "0 or 1");
  }
  return number == 1;
}

int Subject(const element& value) {
  std::int64_t number = -1;
  if (value.get_int64().get(number) != simdjson::SUCCESS || number < 0 ||
      number > std::numeric_limits<int>::max()) {
    WrongType("subject", value, "a number from 0 on");
  }
  return static_cast<int>(number);
}

Condition ConditionOf(const element& value) {
  const std::string text = Text(value, "condition");
  if (text == "present") return Condition::kPresent;
  if (text == "absent") return Condition::kAbsent;
  Bad("unknown condition", "condition is \"{}\"; \"present\" or \"absent\" is expected", text);
}

std::string Task(const element& value) {
  const std::string text = Text(value, "task");
  const auto task = TaskIndex(text);
  if (!task) Bad("unknown category", "unknown category \"{}\"; known are {}", text, KnownTasks());
  return std::string(kTaskNames[*task]);
}

void ReadNumbers(const element& value, std::string_view field, std::vector<double>& numbers) {
  array values;
  if (value.get_array().get(values) != simdjson::SUCCESS) WrongType(field, value, "a list");
  numbers.clear();
  for (const element entry : values) {
    double number = 0;
    if (entry.get_double().get(number) != simdjson::SUCCESS) {
      WrongType(fmt::format("{}[{}]", field, numbers.size()), entry, "a number");
    }
    numbers.push_back(number);
  }
}

template <Frame F>
Box<F> CheckedBox(const std::vector<double>& numbers, bool scale_boxes) {
  if (numbers.size() != 4) {
    Bad("wrong type", "bbox has {} entries; x, y, width, height are expected", numbers.size());
  }
  const auto [x, y, width, height] = std::tie(numbers[0], numbers[1], numbers[2], numbers[3]);
  if (x < 0 || y < 0 || width <= 0 || height <= 0) {
    Bad("negative box", "bbox [{}, {}, {}, {}] has a negative corner or no area", x, y, width,
        height);
  }
  Box<F> box{x, y, width, height};
  if constexpr (F == Frame::kImage) {
    if (scale_boxes) box = ToImage(BoxInDisplay{x, y, width, height});
  }
  const FrameSize size = SizeOf<F>();
  if (box.x + box.width > size.width + kBoxTolerance ||
      box.y + box.height > size.height + kBoxTolerance) {
    Bad("box outside the frame", "bbox [{}, {}, {}, {}] does not fit the {}x{} {} frame", x, y,
        width, height, size.width, size.height, FrameName(F));
  }
  return box;
}

// Where the file's coordinates lie, measured before a frame is assumed. Broken trials count
// nowhere.
struct Extents {
  std::size_t starts = 0;
  std::size_t starts_beyond_image = 0;
  std::size_t fixations = 0;
  std::size_t fixations_beyond_image = 0;
  std::size_t boxes = 0;
  std::size_t boxes_beyond_image = 0;
};

std::vector<double> NumbersOrNone(const object& trial, const char* field) {
  std::vector<double> numbers;
  array values;
  if (trial.at_key(field).get_array().get(values) != simdjson::SUCCESS) return {};
  for (const element value : values) {
    double number = 0;
    if (value.get_double().get(number) != simdjson::SUCCESS) return {};
    numbers.push_back(number);
  }
  return numbers;
}

Extents MeasureExtents(const array& trials) {
  Extents extents;
  for (const element value : trials) {
    object trial;
    if (value.get_object().get(trial) != simdjson::SUCCESS) continue;
    const std::vector<double> x = NumbersOrNone(trial, "X");
    const std::vector<double> y = NumbersOrNone(trial, "Y");
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      const bool beyond = x[i] > kImageSize.width || y[i] > kImageSize.height;
      extents.fixations += 1;
      extents.fixations_beyond_image += beyond;
      extents.starts += i == 0;
      extents.starts_beyond_image += i == 0 && beyond;
    }
    const std::vector<double> box = NumbersOrNone(trial, "bbox");
    if (box.size() != 4) continue;
    extents.boxes += 1;
    extents.boxes_beyond_image += box[0] + box[2] > kImageSize.width + kBoxTolerance ||
                                  box[1] + box[3] > kImageSize.height + kBoxTolerance;
  }
  return extents;
}

bool Most(std::size_t part, std::size_t whole) { return 2 * part > whole; }

// Searches start at the centre: (840, 525) on the display, beyond the whole image frame. So one
// trial is enough to tell, and a few fixations off the screen change nothing. Scanpaths that start
// elsewhere are told by where most of their fixations lie.
Frame FrameOfFixations(const Extents& extents) {
  return Most(extents.starts_beyond_image, extents.starts) ||
                 Most(extents.fixations_beyond_image, extents.fixations)
             ? Frame::kDisplay
             : Frame::kImage;
}

void CheckBoxesAreInTheFrameOfFixations(const Extents& extents, const TrialFile& file,
                                        bool scale_boxes) {
  const bool unscaled =
      FrameOfFixations(extents) == Frame::kImage && Most(extents.boxes_beyond_image, extents.boxes);
  if (unscaled && !scale_boxes) {
    throw InputError(file.path, "",
                     "fixations are at 512x320 and boxes were left at 1680x1050 ({} of {} do not "
                     "fit 512x320); repair it with: saccade dataset convert {} --scale-boxes --out "
                     "FIXED.json",
                     extents.boxes_beyond_image, extents.boxes, file.path.string());
  }
  if (!unscaled && scale_boxes) {
    throw InputError(file.path, "",
                     "boxes and fixations are in the same frame; leave out --scale-boxes");
  }
}

// Reads trials one after the other into buffers that are kept.
template <Frame F>
class TrialReader {
 public:
  TrialReader(TrialFile& file, const TrialFileOptions& options) : file_(file), options_(options) {}

  std::vector<Trial<F>> ReadAll(const array& values) {
    std::vector<Trial<F>> trials;
    std::unordered_map<std::string, std::size_t> index_of_id;
    std::size_t index = 0;
    for (const element value : values) {
      try {
        Trial<F> trial = Read(value);
        if (!options_.allow_repeats) {
          const auto [first, is_new] = index_of_id.try_emplace(TrialId(trial), index);
          if (!is_new) {
            Bad("duplicate trial", "repeats trial {}: {}, {}, subject {}", first->second,
                trial.task, trial.name, trial.subject);
          }
        }
        trials.push_back(std::move(trial));
      } catch (const BadTrial& bad) {
        if (!options_.lenient) {
          throw InputError(file_.path, fmt::format("trial {}", index), "{}", bad.what());
        }
        ++file_.skipped[bad.reason];
      }
      ++index;
    }
    return trials;
  }

 private:
  Trial<F> Read(const element& value) {
    object fields;
    if (value.get_object().get(fields) != simdjson::SUCCESS) {
      Bad("wrong type", "is {}; an object is expected", KindOf(value));
    }
    Trial<F> trial;
    std::optional<element> subject, box, x, y, t;
    for (const auto& [key, field] : fields) {
      if (field.is_null()) continue;
      if (key == "name") trial.name = Text(field, key);
      if (key == "task") trial.task = Task(field);
      if (key == "condition") trial.condition = ConditionOf(field);
      if (key == "correct") trial.correct = Truth(field, key);
      if (key == "RT") trial.reaction_ms = Number(field, key);
      if (key == "fixOnTarget") trial.fixated_target = Truth(field, key);
      if (key == "split") trial.split = Text(field, key);
      if (key == "subject") subject = field;
      if (key == "bbox") box = field;
      if (key == "X") x = field;
      if (key == "Y") y = field;
      if (key == "T") t = field;
    }
    Require(!trial.name.empty(), "name");
    Require(!trial.task.empty(), "task");
    Require(subject.has_value(), "subject");
    Require(x.has_value(), "X");
    Require(y.has_value(), "Y");
    trial.subject = Subject(*subject);
    ReadNumbers(*x, "X", x_);
    ReadNumbers(*y, "Y", y_);
    t_.assign(x_.size(), 0);
    if (t) ReadNumbers(*t, "T", t_);
    trial.scanpath = CheckedScanpath();
    if (box) {
      ReadNumbers(*box, "bbox", box_);
      trial.target = CheckedBox<F>(box_, options_.scale_boxes);
    }
    file_.without_durations += !t;
    file_.longer_durations += t_.size() > x_.size();
    return trial;
  }

  static void Require(bool present, std::string_view field) {
    if (!present) Bad("missing field", "has no field \"{}\"", field);
  }

  Scanpath<F> CheckedScanpath() const {
    if (x_.size() != y_.size()) {
      Bad("X and Y of different length", "X has {} entries and Y has {}; they must be equal",
          x_.size(), y_.size());
    }
    if (x_.empty()) Bad("empty scanpath", "X and Y are empty; at least one fixation is expected");
    if (t_.size() < x_.size()) {
      Bad("T shorter than X", "T has {} entries and X has {}; every fixation needs a duration",
          t_.size(), x_.size());
    }
    Scanpath<F> scanpath(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (t_[i] < 0) Bad("negative duration", "T[{}] is {}; ms from 0 on are expected", i, t_[i]);
      if (t_[i] > kLongestFixationMs) {
        Bad("implausible duration", "T[{}] is {}; ms, at most {}, are expected", i, t_[i],
            kLongestFixationMs);
      }
      if (std::abs(x_[i]) > kFarthestPoint || std::abs(y_[i]) > kFarthestPoint) {
        Bad("implausible point", "fixation {} is at ({}, {}); pixels, at most {}, are expected", i,
            x_[i], y_[i], kFarthestPoint);
      }
      scanpath[i] = {{x_[i], y_[i]}, t_[i]};
    }
    return scanpath;
  }

  TrialFile& file_;
  const TrialFileOptions& options_;
  std::vector<double> box_, x_, y_, t_;
};

TrialFile ReadDocument(const JsonDocument& document, const TrialFileOptions& options) {
  TrialFile file;
  file.path = document.path();
  array values;
  if (document.root().get_array().get(values) != simdjson::SUCCESS) {
    throw InputError(file.path, "", "holds {}; a list of trials is expected",
                     KindOf(document.root()));
  }
  const Extents extents = MeasureExtents(values);
  const Frame frame = options.frame.value_or(FrameOfFixations(extents));
  if (frame == Frame::kImage) {
    CheckBoxesAreInTheFrameOfFixations(extents, file, options.scale_boxes);
    file.trials = TrialReader<Frame::kImage>(file, options).ReadAll(values);
  } else if (options.scale_boxes) {
    throw InputError(file.path, "", "is in the display frame; leave out --scale-boxes");
  } else {
    file.trials = TrialReader<Frame::kDisplay>(file, options).ReadAll(values);
  }
  if (file.size() > 0) return file;
  std::string reasons;
  for (const auto& [reason, count] : file.skipped) {
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "; skipped " : ", ", reason, count);
  }
  throw InputError(file.path, "", "holds no trials{}", reasons);
}

}  // namespace

std::size_t TrialFile::size() const {
  return std::visit([](const auto& list) { return list.size(); }, trials);
}

TrialFile ReadTrialFile(const std::filesystem::path& path, const TrialFileOptions& options) {
  return ReadDocument(JsonDocument::Read(path), options);
}

TrialFile ParseTrialFile(std::string text, const std::filesystem::path& path,
                         const TrialFileOptions& options) {
  return ReadDocument(JsonDocument::Parse(std::move(text), path), options);
}

std::vector<TrialInImage> TrialsInImage(TrialFile file) {
  if (auto* same = std::get_if<std::vector<TrialInImage>>(&file.trials)) return std::move(*same);
  std::vector<TrialInImage> trials;
  trials.reserve(file.size());
  for (const auto& trial : std::get<0>(file.trials)) trials.push_back(ToImage(trial));
  return trials;
}

std::vector<TrialInDisplay> TrialsInDisplay(TrialFile file) {
  if (auto* same = std::get_if<std::vector<TrialInDisplay>>(&file.trials)) return std::move(*same);
  std::vector<TrialInDisplay> trials;
  trials.reserve(file.size());
  for (const auto& trial : std::get<1>(file.trials)) trials.push_back(ToDisplay(trial));
  return trials;
}

std::vector<TrialInImage> ReadTrialsInImage(const std::filesystem::path& path,
                                            const TrialFileOptions& options) {
  TrialFile file = ReadTrialFile(path, options);
  LogReading(file);
  return TrialsInImage(std::move(file));
}

std::vector<TrialInDisplay> ReadTrialsInDisplay(const std::filesystem::path& path,
                                                const TrialFileOptions& options) {
  TrialFile file = ReadTrialFile(path, options);
  LogReading(file);
  return TrialsInDisplay(std::move(file));
}

void LogReading(const TrialFile& file) {
  for (const auto& [reason, count] : file.skipped) {
    LogWarning("{}: {} trials skipped: {}", file.path.string(), count, reason);
  }
  if (file.longer_durations > 0) {
    LogInfo("{}: T is longer than X in {} of {} trials and was cut", file.path.string(),
            file.longer_durations, file.size());
  }
  if (file.without_durations > 0) {
    LogInfo("{}: {} of {} trials have no T; their durations count as 0", file.path.string(),
            file.without_durations, file.size());
  }
}

std::string_view FrameName(Frame frame) {
  switch (frame) {
    case Frame::kDisplay:
      return "display";
    case Frame::kImage:
      return "image";
    default:
      return "photo";
  }
}

}  // namespace saccade
