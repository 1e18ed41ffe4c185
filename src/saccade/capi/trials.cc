#include <cmath>
#include <cstring>

#include "saccade/base/parallel.h"
#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/scene/trial_file.h"

namespace saccade::capi {
namespace {

double ValueAt(const double* values, std::size_t index, std::size_t stride) {
  double value;
  std::memcpy(&value, reinterpret_cast<const char*>(values) + index * stride, sizeof value);
  return value;
}

template <Frame F>
Trial<F> TrialOf(const saccade_trial& given) {
  Trial<F> trial;
  trial.name = &Need(given.name, "trial->name");
  trial.task = &Need(given.task, "trial->task");
  if (trial.name.empty() || trial.task.empty()) {
    throw InputError("argument trial: name or task is empty; a search has both");
  }
  trial.subject = given.subject;
  trial.condition = given.present != 0 ? Condition::kPresent : Condition::kAbsent;
  trial.correct = given.correct != 0;
  if (given.split != nullptr) trial.split = given.split;
  if (given.has_box != 0) {
    for (const double value : given.box) {
      if (!std::isfinite(value)) throw InputError("argument trial: the box has no finite numbers");
    }
    if (given.box[2] < 0 || given.box[3] < 0) {
      throw InputError("argument trial: the box is of negative size");
    }
    trial.target = Box<F>{given.box[0], given.box[1], given.box[2], given.box[3]};
  }
  trial.scanpath = ScanpathOf<F>(given.path, "trial->path");
  if (trial.scanpath.empty()) throw InputError("argument trial: its path has no fixations");
  return trial;
}

template <Frame F>
void View(const Trial<F>& trial, saccade_trial& out) {
  out.name = trial.name.c_str();
  out.task = trial.task.c_str();
  out.subject = trial.subject;
  out.present = trial.condition == Condition::kPresent;
  out.correct = trial.correct;
  out.has_box = trial.target.has_value();
  if (trial.target) {
    const Box<F>& box = *trial.target;
    const double values[] = {box.x, box.y, box.width, box.height};
    std::copy(std::begin(values), std::end(values), out.box);
  }
  out.split = trial.split.c_str();
  if (trial.scanpath.empty()) return;
  const Fixation<F>& first = trial.scanpath.front();
  out.path = {&first.point.x, &first.point.y, &first.duration_ms, trial.scanpath.size(),
              sizeof(Fixation<F>)};
}

void CheckFrame(int frame, int lowest) {
  if (frame < lowest || frame > SACCADE_FRAME_PICTURE) {
    throw InputError(fmt::format("argument frame: {} is none; see SACCADE_FRAME_...", frame));
  }
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
  return scanpath;
}
template ScanpathInDisplay ScanpathOf<Frame::kDisplay>(const saccade_path&, const char*);
template ScanpathInImage ScanpathOf<Frame::kImage>(const saccade_path&, const char*);
template ScanpathInPhoto ScanpathOf<Frame::kPhoto>(const saccade_path&, const char*);

std::vector<TrialInImage> InImage(const saccade_trials* trials, const char* name) {
  const auto& any = Need(trials, name).trials;
  if (const auto* in_image = std::get_if<std::vector<TrialInImage>>(&any)) return *in_image;
  const auto* in_display = std::get_if<std::vector<TrialInDisplay>>(&any);
  if (in_display == nullptr) {
    throw InputError(
        fmt::format("argument {}: its points are pixels of pictures, which are in no "
                    "common frame",
                    name));
  }
  std::vector<TrialInImage> converted;
  for (const TrialInDisplay& trial : *in_display) converted.push_back(ToImage(trial));
  return converted;
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

int saccade_trials_read(const char* file, int frame, saccade_trials** out) {
  return Guard([&] {
    Need(file, "file");
    Need(out, "out");
    CheckFrame(frame, SACCADE_FRAME_FOUND);
    TrialFileOptions options{.allow_repeats = true};
    if (frame == SACCADE_FRAME_DISPLAY) options.frame = Frame::kDisplay;
    if (frame == SACCADE_FRAME_IMAGE) options.frame = Frame::kImage;
    if (frame == SACCADE_FRAME_PICTURE) {
      throw InputError("argument frame: files are read in the display's or the image's frame");
    }
    TrialFile read = ReadTrialFile(file, options);
    LogReading(read);
    auto trials = std::make_unique<saccade_trials>();
    std::visit([&](auto& list) { trials->trials = std::move(list); }, read.trials);
    *out = trials.release();
  });
}

int saccade_trials_create(int frame, saccade_trials** out) {
  return Guard([&] {
    Need(out, "out");
    CheckFrame(frame, SACCADE_FRAME_DISPLAY);
    auto trials = std::make_unique<saccade_trials>();
    if (frame == SACCADE_FRAME_IMAGE) trials->trials = std::vector<TrialInImage>();
    if (frame == SACCADE_FRAME_PICTURE) trials->trials = std::vector<TrialInPhoto>();
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
    if (frame != SACCADE_FRAME_DISPLAY && frame != SACCADE_FRAME_IMAGE) {
      throw InputError("argument frame: trials are converted to the display's or the image's");
    }
    if (saccade_trials_frame(&Need(trials, "trials")) == frame) {
      *converted = *trials;
    } else if (frame == SACCADE_FRAME_IMAGE) {
      converted->trials = InImage(trials, "trials");
    } else {
      std::vector<TrialInDisplay> list;
      for (const TrialInImage& trial : InImage(trials, "trials")) list.push_back(ToDisplay(trial));
      converted->trials = std::move(list);
    }
    *out = converted.release();
  });
}

int saccade_trials_write(const saccade_trials* trials, const char* file) {
  return Guard([&] {
    Need(file, "file");
    if (const auto* display =
            std::get_if<std::vector<TrialInDisplay>>(&Need(trials, "trials").trials)) {
      WriteTrials(file, *display);
    } else {
      WriteTrials(file, InImage(trials, "trials"));
    }
  });
}

void saccade_trials_free(saccade_trials* trials) { delete trials; }
