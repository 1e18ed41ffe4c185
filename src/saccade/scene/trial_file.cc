#include "saccade/scene/trial_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/formats/byte_source.h"
#include "saccade/formats/delimited.h"
#include "saccade/formats/json_document.h"
#include "saccade/scene/category.h"
#include "saccade/scene/trial_fields.h"
#include "saccade/scene/trial_frame.h"

namespace saccade {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

template <Frame F>
FrameSize SizeFor(const Trial<F>& trial) {
  if constexpr (F == Frame::kScreen) {
    return trial.viewing->screen.size;
  } else {
    return SizeOf<F>();
  }
}

template <Frame F>
Box<F> CheckedBox(const std::vector<double>& numbers, FrameSize size, bool scale_boxes) {
  if (numbers.size() != 4) {
    Bad("wrong type", "bbox has {} entries; x, y, width, height are expected", numbers.size());
  }
  Box<F> box{numbers[0], numbers[1], numbers[2], numbers[3]};
  if constexpr (F == Frame::kImage) {
    if (scale_boxes) box = ToImage(BoxInDisplay{box.x, box.y, box.width, box.height});
  }
  CheckBox(box, size, fmt::format("{}{}", FrameName(F), F == Frame::kScreen ? "" : " frame"));
  return box;
}

Viewing ReadViewing(TrialFields& fields, const TrialFileOptions& options) {
  Viewing viewing;
  std::vector<double> numbers;
  const auto size = [&](const char* key) -> std::optional<FrameSize> {
    if (!fields.Numbers(key, numbers)) return std::nullopt;
    if (numbers.size() != 2 || !(numbers[0] > 0) || !(numbers[1] > 0) ||
        std::max(numbers[0], numbers[1]) > kFarthestPoint) {
      Bad("no screen", "{} is no width and height over 0", key);
    }
    return FrameSize{numbers[0], numbers[1]};
  };
  const auto screen = size("screen");
  if (!screen && !options.screen) {
    Bad("no screen", "has no field \"screen\", which other trials of the file have");
  }
  viewing.screen.size = screen ? *screen : *options.screen;
  viewing.screen.millimetres = size("screen_mm");
  viewing.screen.distance_mm = fields.Number("distance_mm");
  if (viewing.screen.distance_mm && !(*viewing.screen.distance_mm > 0)) {
    Bad("no screen", "distance_mm is {}; over 0 is expected", *viewing.screen.distance_mm);
  }
  if (fields.Numbers("picture", numbers)) {
    if (numbers.size() != 4 || !(numbers[2] > 0) || !(numbers[3] > 0) ||
        std::ranges::any_of(numbers, [](double n) { return std::abs(n) > kFarthestPoint; })) {
      Bad("no picture's place", "picture is no x, y, width, height on the screen");
    }
    viewing.picture = BoxOnScreen{numbers[0], numbers[1], numbers[2], numbers[3]};
  }
  return viewing;
}

// Reads trials one after the other into buffers that are kept.
template <Frame F>
class TrialReader {
 public:
  TrialReader(TrialFile& file, const TrialFileOptions& options, bool tasks_are_said)
      : file_(file), options_(options), tasks_are_said_(tasks_are_said) {}

  std::vector<Trial<F>> ReadAll(const array& values) {
    std::vector<Trial<F>> trials;
    std::size_t index = 0;
    for (const element value : values) {
      try {
        Trial<F> trial = Read(value);
        if (!options_.allow_repeats) NumberRepeats(trial, index, trials);
        trials.push_back(std::move(trial));
      } catch (const BadTrial& bad) {
        if (!options_.lenient) {
          throw InputError(file_.path, fmt::format("trial {}", index), "{}{}", bad.what(),
                           index > 0 ? "; --lenient leaves out bad trials" : "");
        }
        ++file_.skipped[bad.reason];
      }
      ++index;
    }
    return trials;
  }

 private:
  struct Seen {
    std::size_t index = 0;  // in the file
    std::size_t place = 0;  // in the list
    int times = 1;
  };

  // A person who saw a picture again did so in another session; the same trial twice is a slip.
  void NumberRepeats(Trial<F>& trial, std::size_t index, const std::vector<Trial<F>>& trials) {
    if (!trial.subject.known()) return;
    const auto [first, is_new] = seen_.try_emplace(TrialId(trial), Seen{index, trials.size()});
    if (is_new) return;
    if (trial.session.known() || trials[first->second.place].scanpath == trial.scanpath) {
      Bad("duplicate trial", "repeats trial {}: {}, {}, subject {}", first->second.index,
          trial.task, trial.name, trial.subject);
    }
    trial.session = ++first->second.times;
    ++file_.notes["of a person who had searched the picture before: numbered as sessions"];
  }

  Trial<F> Read(const element& value) {
    object object_;
    if (value.get_object().get(object_) != simdjson::SUCCESS) {
      Bad("wrong type", "is {}; an object is expected", KindOf(value));
    }
    TrialFields fields(object_);
    Trial<F> trial;
    trial.name = fields.Text("name").value_or("");
    Require(!trial.name.empty(), "name");
    ReadTask(fields, trial);
    trial.subject = fields.Name("subject");
    trial.session = fields.Name("session");
    if (const auto correct = fields.Flag("correct")) {
      trial.correct = *correct;
    } else {
      trial.answer_known = false;
    }
    trial.reaction_ms = fields.Number("RT");
    trial.fixated_target = fields.Flag("fixOnTarget");
    trial.split = fields.Text("split").value_or("");
    if constexpr (F == Frame::kScreen) trial.viewing = ReadViewing(fields, options_);
    ReadScanpath(fields, trial);
    // Some files give target-absent trials a box of zeros.
    if (trial.condition == Condition::kPresent && fields.Numbers("bbox", box_)) {
      trial.target = CheckedBox<F>(box_, SizeFor(trial), options_.scale_boxes);
    }
    if (fields.numbers_as_text()) ++file_.notes["with numbers in quotes: read as numbers"];
    return trial;
  }

  void ReadTask(TrialFields& fields, Trial<F>& trial) {
    const auto task = fields.Text("task");
    if (task) trial.task = TaskName(*task);
    const auto condition = fields.Text("condition");
    if (condition) {
      const auto known = ConditionByName(*condition);
      if (!known) {
        Bad("unknown condition",
            "condition is \"{}\"; \"present\", \"absent\" or \"free\" is expected", *condition);
      }
      trial.condition = *known;
    } else if (trial.task.empty() && (task || !tasks_are_said_)) {
      trial.condition = Condition::kFree;
    }
    Require(!trial.task.empty() || trial.condition == Condition::kFree, "task");
    if (!trial.task.empty() && !ChannelOfName(trial.task)) ++file_.other_tasks[trial.task];
  }

  void ReadScanpath(TrialFields& fields, Trial<F>& trial) {
    const bool has_x = fields.Numbers("X", x_), has_y = fields.Numbers("Y", y_);
    if (!options_.scanpaths_optional) {
      Require(has_x, "X");
      Require(has_y, "Y");
    }
    const bool timed = fields.Numbers("T", t_);
    if (!timed) t_.assign(x_.size(), 0);
    trial.scanpath = CheckedScanpath();
    file_.without_durations += !HasDurations(trial.scanpath);
    file_.longer_durations += t_.size() > x_.size();
  }

  static void Require(bool present, std::string_view field) {
    if (!present) Bad("missing field", "has no field \"{}\"", field);
  }

  Scanpath<F> CheckedScanpath() const {
    if (x_.size() != y_.size()) {
      Bad("X and Y of different length", "X has {} entries and Y has {}; they must be equal",
          x_.size(), y_.size());
    }
    if (x_.empty() && !options_.scanpaths_optional) {
      Bad("empty scanpath", "X and Y are empty; at least one fixation is expected");
    }
    if (t_.size() < x_.size()) {
      Bad("T shorter than X", "T has {} entries and X has {}; every fixation needs a duration",
          t_.size(), x_.size());
    }
    Scanpath<F> scanpath(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i) {
      scanpath[i] = {{x_[i], y_[i]}, t_[i]};
    }
    CheckScanpath(scanpath);
    return scanpath;
  }

  TrialFile& file_;
  const TrialFileOptions& options_;
  bool tasks_are_said_;
  std::unordered_map<std::string, Seen> seen_;
  std::vector<double> box_, x_, y_, t_;
};

TrialFile ReadDocument(const JsonDocument& document, const TrialFileOptions& options) {
  TrialFile file;
  file.path = document.path();
  array values;
  if (document.root().get_array().get(values) != simdjson::SUCCESS) {
    throw InputError(
        file.path, "",
        "holds {}; a list of trials is expected (other programs' files: saccade dataset "
        "import)",
        KindOf(document.root()));
  }
  const Extents extents = MeasureExtents(values);
  const auto [frame, how] = FindFrame(extents, options);
  file.frame_found = how;
  if (frame != Frame::kImage && options.scale_boxes) {
    throw InputError(file.path, "", "is in the {} frame; leave out --scale-boxes",
                     FrameName(frame));
  }
  const auto read = [&]<Frame F>() {
    file.trials = TrialReader<F>(file, options, extents.tasks > 0).ReadAll(values);
  };
  if (frame == Frame::kImage) {
    CheckBoxesAreInTheFrameOfFixations(extents, file.path, options.scale_boxes);
    read.template operator()<Frame::kImage>();
  } else if (frame == Frame::kScreen) {
    read.template operator()<Frame::kScreen>();
  } else {
    read.template operator()<Frame::kDisplay>();
  }
  if (file.size() > 0) return file;
  std::string reasons;
  for (const auto& [reason, count] : file.skipped) {
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "; skipped " : ", ", reason, count);
  }
  throw InputError(file.path, "", "holds no trials{}", reasons);
}

// A tracker's table is worth another word than that it is no JSON.
void RefuseTable(const std::filesystem::path& path) {
  if (!std::filesystem::is_regular_file(path)) return;
  const std::string head = ReadHead(path, 4096);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  const bool is_json =
      first == head.npos || std::string_view("[{\xEF").find(head[first]) != std::string_view::npos;
  if (is_json || head.find('\0') != head.npos || GuessDelimiter(head) == 0) return;
  throw InputError(path, "",
                   "is a table and not JSON; make it ours first: saccade dataset import {} --out "
                   "TRIALS.json",
                   path.string());
}

// Trials that are in the frame already are moved, not converted.
template <typename T, typename Convert>
std::vector<T> TrialsIn(TrialFile file, const Convert& convert) {
  if (auto* same = std::get_if<std::vector<T>>(&file.trials)) return std::move(*same);
  std::vector<T> trials;
  trials.reserve(file.size());
  std::visit(
      [&](const auto& list) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(list)>, std::vector<T>>) {
          for (const auto& trial : list) trials.push_back(convert(trial));
        }
      },
      file.trials);
  return trials;
}

}  // namespace

Frame FrameOf(const AnyTrials& trials) {
  constexpr std::array<Frame, 3> kFrames = {Frame::kDisplay, Frame::kImage, Frame::kScreen};
  return kFrames.at(trials.index());
}

std::size_t TrialFile::size() const {
  return std::visit([](const auto& list) { return list.size(); }, trials);
}

TrialFile ReadTrialFile(const std::filesystem::path& path, const TrialFileOptions& options) {
  RefuseTable(path);
  return ReadDocument(JsonDocument::Read(path), options);
}

TrialFile ParseTrialFile(std::string text, const std::filesystem::path& path,
                         const TrialFileOptions& options) {
  return ReadDocument(JsonDocument::Parse(std::move(text), path), options);
}

std::vector<TrialInImage> TrialsInImage(TrialFile file) {
  return TrialsIn<TrialInImage>(std::move(file), [](const auto& trial) { return ToImage(trial); });
}

std::vector<TrialInDisplay> TrialsInDisplay(TrialFile file) {
  return TrialsIn<TrialInDisplay>(std::move(file), [](const auto& trial) {
    if constexpr (std::is_same_v<decltype(trial), const TrialOnScreen&>) {
      return ToDisplay(ToImage(trial));
    } else {
      return ToDisplay(trial);
    }
  });
}

std::vector<TrialOnScreen> OnScreen(AnyTrials trials) {
  TrialFile file;
  file.trials = std::move(trials);
  return TrialsOnScreen(std::move(file));
}

std::vector<TrialOnScreen> TrialsOnScreen(TrialFile file) {
  return TrialsIn<TrialOnScreen>(std::move(file),
                                 [](const auto& trial) { return ToScreen(trial); });
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
    LogInfo("{}: {} of {} trials have no durations", file.path.string(), file.without_durations,
            file.size());
  }
  for (const auto& [note, count] : file.notes) {
    LogInfo("{}: {} trials {}", file.path.string(), count, note);
  }
  for (const auto& [task, count] : file.other_tasks) {
    if (const std::string meant = NearestThing(task); !meant.empty()) {
      LogWarning("{}: {} trials search for \"{}\", which COCO does not have; is \"{}\" meant?",
                 file.path.string(), count, task, meant);
    }
  }
}

std::string_view FrameName(Frame frame) {
  switch (frame) {
    case Frame::kDisplay:
      return "display";
    case Frame::kImage:
      return "image";
    case Frame::kScreen:
      return "screen";
    default:
      return "photo";
  }
}

std::string DescribeFrame(const TrialFile& file) {
  std::set<std::string> sizes;
  if (const auto* trials = std::get_if<std::vector<TrialOnScreen>>(&file.trials)) {
    for (const TrialOnScreen& trial : *trials) {
      const FrameSize size = trial.viewing->screen.size;
      sizes.insert(fmt::format(" {}x{}", size.width, size.height));
    }
  }
  return fmt::format("{}{}", FrameName(file.frame()), fmt::join(sizes, ","));
}

}  // namespace saccade
