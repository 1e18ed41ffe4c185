#include <cmath>
#include <cstring>

#include "saccade/base/parallel.h"
#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/scene/trial_check.h"
#include "saccade/scene/trial_file.h"

namespace saccade::capi {
namespace {

double ValueAt(const double* values, std::size_t index, std::size_t stride) {
  double value;
  std::memcpy(&value, reinterpret_cast<const char*>(values) + index * stride, sizeof value);
  return value;
}

std::string TextOf(const char* text) { return text == nullptr ? "" : text; }

Condition ConditionOf(int condition) {
  switch (condition) {
    case SACCADE_ABSENT:
      return Condition::kAbsent;
    case SACCADE_PRESENT:
      return Condition::kPresent;
    case SACCADE_FREE:
      return Condition::kFree;
    default:
      throw InputError(fmt::format(
          "argument trial: condition {} is none of SACCADE_ABSENT, _PRESENT, _FREE", condition));
  }
}

int CodeOf(Condition condition) {
  if (condition == Condition::kFree) return SACCADE_FREE;
  return condition == Condition::kPresent ? SACCADE_PRESENT : SACCADE_ABSENT;
}

// What no file may say either, in the same words.
template <typename Check>
void Checked(const char* argument, Check check) {
  try {
    check();
  } catch (const BadTrial& bad) {
    throw InputError(fmt::format("argument {}: {}", argument, bad.what()));
  }
}

template <Frame F>
Box<F> BoxOf(const char* argument, const double (&values)[4], FrameSize frame,
             std::string_view frame_name) {
  for (const double value : values) {
    if (!std::isfinite(value)) {
      throw InputError(fmt::format("argument {}: its numbers are not finite", argument));
    }
  }
  const Box<F> box{values[0], values[1], values[2], values[3]};
  Checked(argument, [&] { CheckBox(box, frame, frame_name); });
  return box;
}

Viewing ViewingOf(const saccade_trial& given) {
  const FrameSize size{given.screen[0], given.screen[1]};
  if (!(size.width >= 1 && size.height >= 1 && size.width <= 1e5 && size.height <= 1e5)) {
    throw InputError(fmt::format(
        "argument trial: {} x {} is no screen; trials in this frame say how many pixels theirs has",
        size.width, size.height));
  }
  Viewing viewing{Screen{size}};
  if (given.has_picture != 0) {
    viewing.picture = BoxOf<Frame::kScreen>("trial->picture", given.picture, size, "screen");
  }
  return viewing;
}

template <Frame F>
FrameSize FrameOf(const Trial<F>& trial) {
  if constexpr (F == Frame::kScreen) {
    return trial.viewing->screen.size;
  } else if constexpr (F == Frame::kPhoto) {
    return {kFarthestPoint, kFarthestPoint};  // nobody says how large it is
  } else {
    return SizeOf<F>();
  }
}

template <Frame F>
std::string_view NameOfFrame() {
  return F == Frame::kPhoto ? "picture" : FrameName(F);
}

template <Frame F>
Trial<F> TrialOf(const saccade_trial& given) {
  Trial<F> trial;
  trial.name = &Need(given.name, "trial->name");
  trial.task = TextOf(given.task);
  trial.condition = ConditionOf(given.condition);
  if (trial.name.empty() || (trial.task.empty() && trial.condition != Condition::kFree)) {
    throw InputError("argument trial: name or task is empty; a search has both");
  }
  trial.subject = Identifier(TextOf(given.subject));
  trial.session = Identifier(TextOf(given.session));
  trial.answer_known = given.correct >= 0;
  trial.correct = given.correct != 0;
  if (!(given.reaction_ms >= 0) || !std::isfinite(given.reaction_ms)) {
    throw InputError(fmt::format("argument trial: a reaction time of {} ms; 0 stands for none",
                                 given.reaction_ms));
  }
  if (given.reaction_ms > 0) trial.reaction_ms = given.reaction_ms;
  trial.split = TextOf(given.split);
  if constexpr (F == Frame::kScreen) trial.viewing = ViewingOf(given);
  if (given.has_box != 0) {
    trial.target = BoxOf<F>("trial->box", given.box, FrameOf(trial), NameOfFrame<F>());
  }
  trial.scanpath = ScanpathOf<F>(given.path, "trial->path");
  if (trial.scanpath.empty()) throw InputError("argument trial: its path has no fixations");
  return trial;
}

template <Frame F>
void CopyBox(const Box<F>& box, double (&out)[4]) {
  const double values[] = {box.x, box.y, box.width, box.height};
  std::copy(std::begin(values), std::end(values), out);
}

template <Frame F>
void View(const Trial<F>& trial, saccade_trial& out) {
  out.name = trial.name.c_str();
  out.task = trial.task.c_str();
  out.subject = trial.subject.text().c_str();
  out.session = trial.session.text().c_str();
  out.split = trial.split.c_str();
  out.condition = CodeOf(trial.condition);
  out.correct = trial.answer_known ? int{trial.correct} : -1;
  out.reaction_ms = trial.reaction_ms.value_or(0);
  out.has_box = trial.target.has_value();
  if (trial.target) CopyBox(*trial.target, out.box);
  if constexpr (F == Frame::kScreen) {
    out.screen[0] = trial.viewing->screen.size.width;
    out.screen[1] = trial.viewing->screen.size.height;
    out.has_picture = trial.viewing->picture.has_value();
    if (trial.viewing->picture) CopyBox(*trial.viewing->picture, out.picture);
  }
  if (trial.scanpath.empty()) return;
  const Fixation<F>& first = trial.scanpath.front();
  out.path = {&first.point.x, &first.point.y, &first.duration_ms, trial.scanpath.size(),
              sizeof(Fixation<F>)};
}

// Each of the trials in a common frame, converted by `convert`.
template <Frame To, typename Convert>
std::vector<Trial<To>> Converted(const saccade_trials* trials, const char* name, Convert convert) {
  std::vector<Trial<To>> converted;
  std::visit(
      [&]<Frame F>(const std::vector<Trial<F>>& list) {
        if constexpr (F == To) {
          converted = list;
        } else if constexpr (F == Frame::kPhoto) {
          throw InputError(fmt::format(
              "argument {}: its points are pixels of pictures, which are in no common frame",
              name));
        } else {
          for (const Trial<F>& trial : list) converted.push_back(convert(trial));
        }
      },
      Need(trials, name).trials);
  return converted;
}

}  // namespace

template <Frame F>
Scanpath<F> ScanpathOf(const saccade_path& path, const char* name) {
  if (path.count == 0) return {};
  if (path.x == nullptr || path.y == nullptr) {
    throw InputError(fmt::format("argument {}: x or y is NULL", name));
  }
  if (path.stride < sizeof(double)) {
    throw InputError(fmt::format("argument {}: a stride of {} bytes is less than one value takes",
                                 name, path.stride));
  }
  Scanpath<F> scanpath(path.count);
  for (std::size_t i = 0; i < path.count; ++i) {
    scanpath[i].point = {ValueAt(path.x, i, path.stride), ValueAt(path.y, i, path.stride)};
    if (path.t != nullptr) scanpath[i].duration_ms = ValueAt(path.t, i, path.stride);
    if (!std::isfinite(scanpath[i].point.x) || !std::isfinite(scanpath[i].point.y) ||
        !std::isfinite(scanpath[i].duration_ms)) {
      throw InputError(
          fmt::format("argument {}: fixation {} is not of finite numbers; leave it out", name, i));
    }
  }
  Checked(name, [&] { CheckScanpath(scanpath); });
  return scanpath;
}
template ScanpathInDisplay ScanpathOf<Frame::kDisplay>(const saccade_path&, const char*);
template ScanpathInImage ScanpathOf<Frame::kImage>(const saccade_path&, const char*);
template ScanpathInPhoto ScanpathOf<Frame::kPhoto>(const saccade_path&, const char*);
template ScanpathOnScreen ScanpathOf<Frame::kScreen>(const saccade_path&, const char*);

std::vector<TrialInImage> InImage(const saccade_trials* trials, const char* name) {
  return Converted<Frame::kImage>(trials, name, [](const auto& trial) { return ToImage(trial); });
}

std::vector<TrialInDisplay> InDisplay(const saccade_trials* trials, const char* name) {
  return Converted<Frame::kDisplay>(trials, name, []<Frame F>(const Trial<F>& trial) {
    if constexpr (F == Frame::kScreen) {
      return ToDisplay(ToImage(trial));
    } else {
      return ToDisplay(trial);
    }
  });
}

std::vector<TrialOnScreen> OnScreen(const saccade_trials* trials, const char* name) {
  return Converted<Frame::kScreen>(trials, name, [](const auto& trial) { return ToScreen(trial); });
}

}  // namespace saccade::capi

using namespace saccade;
using namespace saccade::capi;

int saccade_api_version(void) { return SACCADE_API_VERSION; }
const char* saccade_version(void) { return SACCADE_VERSION; }
const char* saccade_error(void) { return LastError(); }
const char* saccade_warnings(void) { return LastWarnings(); }
void saccade_text_free(char* text) { std::free(text); }

int saccade_set_threads(int threads) {
  return Guard([&] {
    if (threads < 0) {
      throw InputError(
          fmt::format("argument threads: {} is negative; 0 means one a core", threads));
    }
    SetThreads(threads);
  });
}

int saccade_trials_create(int frame, saccade_trials** out) {
  return Guard([&] {
    Need(out, "out");
    auto trials = std::make_unique<saccade_trials>();
    switch (frame) {
      case SACCADE_FRAME_DISPLAY:
        trials->trials = std::vector<TrialInDisplay>();
        break;
      case SACCADE_FRAME_IMAGE:
        trials->trials = std::vector<TrialInImage>();
        break;
      case SACCADE_FRAME_PICTURE:
        trials->trials = std::vector<TrialInPhoto>();
        break;
      case SACCADE_FRAME_SCREEN:
        trials->trials = std::vector<TrialOnScreen>();
        break;
      default:
        throw InputError(fmt::format("argument frame: {} is none; see SACCADE_FRAME_...", frame));
    }
    *out = trials.release();
  });
}

int saccade_trials_add(saccade_trials* trials, const saccade_trial* trial) {
  return Guard([&] {
    Need(trials, "trials");
    Need(trial, "trial");
    std::visit(
        [&]<Frame F>(std::vector<Trial<F>>& list) {
          Trial<F> added = TrialOf<F>(*trial);
          if constexpr (F == Frame::kPhoto) {
            trials->found_at.resize(list.size(), -1);
            trials->found_at.push_back(trial->found_at);
          }
          list.push_back(std::move(added));
        },
        trials->trials);
  });
}

size_t saccade_trials_count(const saccade_trials* trials) {
  if (trials == nullptr) return 0;
  return std::visit([](const auto& list) { return list.size(); }, trials->trials);
}

int saccade_trials_frame(const saccade_trials* trials) {
  return trials == nullptr ? int{SACCADE_FRAME_FOUND} : static_cast<int>(trials->trials.index());
}

int saccade_trials_get(const saccade_trials* trials, size_t index, saccade_trial* out) {
  return Guard([&] {
    Need(trials, "trials");
    Need(out, "out");
    if (index >= saccade_trials_count(trials)) {
      throw InputError(fmt::format("argument index: there is no trial {} of {}", index,
                                   saccade_trials_count(trials)));
    }
    saccade_trial view{};
    view.found_at = index < trials->found_at.size() ? trials->found_at[index] : -1;
    std::visit([&](const auto& list) { View(list[index], view); }, trials->trials);
    *out = view;
  });
}

int saccade_trials_convert(const saccade_trials* trials, int frame, saccade_trials** out) {
  return Guard([&] {
    Need(out, "out");
    auto converted = std::make_unique<saccade_trials>();
    switch (frame) {
      case SACCADE_FRAME_DISPLAY:
        converted->trials = InDisplay(trials, "trials");
        break;
      case SACCADE_FRAME_IMAGE:
        converted->trials = InImage(trials, "trials");
        break;
      case SACCADE_FRAME_SCREEN:
        converted->trials = OnScreen(trials, "trials");
        break;
      default:
        throw InputError(
            "argument frame: trials are converted to the display's, the image's or a screen's");
    }
    *out = converted.release();
  });
}

void saccade_trials_free(saccade_trials* trials) { delete trials; }
