#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/formats/delimited.h"
#include "saccade/scene/column_words.h"
#include "saccade/scene/table_layout.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {
namespace {

// The parts of a line: ASC separates them with tabs and blanks as it likes.
std::vector<std::string_view> PartsOf(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find_first_not_of(" \t", at);
    if (begin == line.npos) break;
    at = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, at - begin));
  }
  return words;
}

std::string_view BaseName(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == path.npos ? path : path.substr(slash + 1);
}

// The events of one recording: a trial runs from TRIALID to TRIAL_RESULT (or the next TRIALID), its
// fixations are the EFIX lines that end after the picture came on, where a message says when.
class AscReader {
 public:
  AscReader(const std::filesystem::path& path, TrialImport& import)
      : lines_(ByteSource(path)), import_(import), subject_(path.stem().string()) {
    if (path.extension() == ".gz") subject_ = path.stem().stem().string();
    if (const auto& given = import.options().columns.screen) screen_.size = *given;
  }

  void Read() {
    std::string_view line;
    while (lines_.Next(line)) {
      if (line.starts_with("EFIX")) {
        ReadFixation(line);
      } else if (line.starts_with("MSG")) {
        ReadMessage(line);
      } else if (line.starts_with("START")) {
        ReadStart();
      } else if (line.starts_with("END") && by_recording_) {
        Finish();
      } else if (line.starts_with("** CONVERTED FROM")) {
        ReadOrigin(line);
      }
    }
    Finish();
    if (trials_ == 0) {
      throw InputError(lines_.path(), "",
                       "has no trial with fixations: lines \"MSG ... TRIALID\" and \"EFIX\" are "
                       "expected; convert the EDF file with events");
    }
  }

 private:
  [[noreturn]] void Refuse(std::string_view what, std::string_view line) const {
    throw InputError(lines_.path(), fmt::format("line {}", lines_.line()), "\"{}\" is {}", line,
                     what);
  }

  double Number(std::string_view word, std::string_view line) const {
    const auto number = ParseNumber(word, false);
    if (!number) Refuse("damaged: a number is expected", line);
    return *number;
  }

  void ReadOrigin(std::string_view line) {
    const auto words = PartsOf(line);
    if (words.size() < 4) return;
    const std::string_view file = BaseName(words[3]);
    subject_ = std::string(file.substr(0, file.rfind('.')));
  }

  // Recordings are trials in experiments that send no TRIALID.
  void ReadStart() {
    if (in_trial_ || met_trial_id_) return;
    Begin(fmt::format("{}", ++recordings_));
    by_recording_ = true;
  }

  // EFIX eye start end duration x y pupil
  void ReadFixation(std::string_view line) {
    const auto words = PartsOf(line);
    if (words.size() < 7) Refuse("damaged: EFIX eye start end duration x y is expected", line);
    if (!in_trial_) {
      import_.LeftOut("fixations between trials");
      return;
    }
    if (eye_.empty()) {
      eye_ = std::string(words[1]);
      import_.Understood("eye",
                         fmt::format("{}, the first one met", eye_ == "L" ? "left" : "right"));
    }
    if (words[1] != eye_) {
      import_.LeftOut("fixations of the other eye");
      return;
    }
    if (IsMissing(words[5]) || IsMissing(words[6])) {
      import_.LeftOut("fixations without coordinates");
      return;
    }
    const double end = Number(words[3], line);
    fixations_.push_back(
        {end, {{Number(words[5], line), Number(words[6], line)}, Number(words[4], line)}});
  }

  void ReadMessage(std::string_view line) {
    const auto words = PartsOf(line);
    if (words.size() < 3) return;
    // MSG time [offset] text: an offset is a number that the display's delay gave.
    const std::size_t first = words.size() > 3 && ParseNumber(words[2], false) ? 3 : 2;
    const std::span<const std::string_view> text = std::span(words).subspan(first);
    const std::string_view what = text[0];
    if (what == "TRIALID") {
      Finish();
      met_trial_id_ = true;
      Begin(text.size() > 1 ? std::string(line.substr(line.find("TRIALID") + 8)) : std::string());
    } else if (what == "TRIAL_RESULT" || what == "TRIAL_OK" || what == "TRIAL_END") {
      Finish();
    } else if (what == "DISPLAY_COORDS" || what == "GAZE_COORDS" || what == "SCREEN_COORDS") {
      ReadScreen(text, line);
    } else if (what == "SYNCTIME" || what == "DISPLAY_ON" || what == "STIM_ONSET" ||
               what == "stim_onset" || what == "IMAGE_ONSET") {
      onset_ = Number(words[1], line);
    } else if (what == "!V" && text.size() > 2) {
      ReadViewer(text, line);
    }
  }

  void Begin(std::string id) {
    in_trial_ = true;
    by_recording_ = false;
    onset_.reset();
    variables_.clear();
    fixations_.clear();
    picture_.clear();
    place_.reset();
    target_.reset();
    line_ = lines_.line();
    id_ = std::move(id);
  }

  void ReadScreen(std::span<const std::string_view> text, std::string_view line) {
    if (import_.options().columns.screen) return;
    if (text.size() < 5) Refuse("damaged: left, top, right and bottom are expected", line);
    screen_.size = {Number(text[3], line) - Number(text[1], line) + 1,
                    Number(text[4], line) - Number(text[2], line) + 1};
    if (!(screen_.size.width >= 1 && screen_.size.height >= 1)) Refuse("no screen", line);
    import_.Understood("screen",
                       fmt::format("{}x{} ({})", screen_.size.width, screen_.size.height, text[0]));
  }

  // !V TRIAL_VAR name value, !V IMGLOAD CENTER|TOP_LEFT|FILL path x y [width height],
  // !V IAREA RECTANGLE id left top right bottom label
  void ReadViewer(std::span<const std::string_view> text, std::string_view line) {
    if (text[1] == "TRIAL_VAR" && text.size() > 3) {
      const std::size_t value = static_cast<std::size_t>(text[3].data() - line.data());
      variables_.emplace_back(std::string(text[2]), ToUtf8(line.substr(value)));
    } else if (text[1] == "IAREA" && text.size() > 8 && text[2] == "RECTANGLE") {
      if (!HasAny(WordsOf(text[8]), {"target"})) return;
      const double left = Number(text[4], line), top = Number(text[5], line);
      target_ = BoxOnScreen{left, top, Number(text[6], line) - left, Number(text[7], line) - top};
    } else if (text[1] == "IMGLOAD" && text.size() > 3) {
      picture_ = ToUtf8(BaseName(text[3]));
      if (text.size() < 8 || text[2] == "FILL") return;
      const double x = Number(text[4], line), y = Number(text[5], line);
      const double width = Number(text[6], line), height = Number(text[7], line);
      if (!(width >= 1 && height >= 1)) return;
      const bool centered = text[2] == "CENTER";
      place_ =
          BoxOnScreen{centered ? x - width / 2 : x, centered ? y - height / 2 : y, width, height};
    }
  }

  std::string Variable(Role role) const {
    std::vector<std::string> names;
    for (const auto& [name, value] : variables_) names.push_back(name);
    const auto roles = GuessRoles(names);
    const auto found = roles.find(role);
    return found == roles.end() ? std::string() : variables_[found->second].second;
  }

  void Finish() {
    if (!std::exchange(in_trial_, false)) return;
    TrialOnScreen trial;
    for (const auto& [end, fixation] : fixations_) {
      if (onset_ && end < *onset_) {
        import_.LeftOut("fixations that ended before the picture came on");
      } else {
        trial.scanpath.push_back(fixation);
      }
    }
    if (trial.scanpath.empty()) {
      if (!by_recording_) import_.LeftOut("trials without a fixation");
      return;
    }
    if (!(screen_.size.width > 0)) {
      throw InputError(lines_.path(), "",
                       "says nowhere how large the screen is (DISPLAY_COORDS); say it: --screen "
                       "1920x1080");
    }
    ++trials_;
    NameTrial(trial);
    trial.viewing = Viewing{screen_, place_};
    trial.target = target_;
    import_.Add(std::move(trial), lines_.path(), fmt::format("line {}", line_));
  }

  void NameTrial(TrialOnScreen& trial) {
    trial.name = Variable(Role::kImage);
    if (trial.name.empty()) trial.name = picture_;
    if (trial.name.empty()) {
      trial.name = "trial " + ToUtf8(id_);
      import_.Note("trials that load no picture: called by their TRIALID");
    }
    trial.subject = Identifier(ToUtf8(subject_));
    trial.session = Identifier(Variable(Role::kSession));
    trial.task = Variable(Role::kTask);
    const std::string condition = Variable(Role::kCondition);
    if (const auto known = ConditionByName(condition)) {
      trial.condition = *known;
    } else if (const auto present = ParseFlag(condition)) {
      trial.condition = *present ? Condition::kPresent : Condition::kAbsent;
    }
    const auto correct = ParseFlag(Variable(Role::kCorrect));
    trial.answer_known = correct.has_value();
    trial.correct = correct.value_or(true);
    trial.reaction_ms = ParseNumber(Variable(Role::kReaction), false);
  }

  struct TimedFixation {
    double end = 0;
    FixationOnScreen fixation;
  };

  LineReader lines_;
  TrialImport& import_;
  std::string subject_, id_, picture_, eye_;
  Screen screen_;
  std::optional<BoxOnScreen> place_, target_;
  std::optional<double> onset_;
  std::vector<std::pair<std::string, std::string>> variables_;
  std::vector<TimedFixation> fixations_;
  std::size_t line_ = 0, trials_ = 0;
  int recordings_ = 0;
  bool in_trial_ = false, by_recording_ = false, met_trial_id_ = false;
};

}  // namespace

void ImportEyelinkAsc(TrialFormat::Paths files, TrialImport& import) {
  import.Understood("durations", "in ms");
  if (const auto& screen = import.options().columns.screen) {
    import.Understood("screen", fmt::format("{}x{} (given)", screen->width, screen->height));
  }
  for (const std::filesystem::path& path : files) AscReader(path, import).Read();
}

}  // namespace saccade
