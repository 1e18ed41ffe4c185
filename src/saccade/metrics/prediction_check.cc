#include "saccade/metrics/prediction_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"

namespace saccade::metrics {
namespace {

constexpr PointInImage kCenter{kImageSize.width / 2, kImageSize.height / 2};
constexpr double kNearCenter = 48;  // pixels: three cells, as far as eyes drift before a picture

bool IsAtCenter(const TrialInImage& trial) {
  if (trial.scanpath.empty()) return false;
  const PointInImage& p = trial.scanpath.front().point;
  return std::hypot(p.x - kCenter.x, p.y - kCenter.y) <= kNearCenter;
}

double ShareAtCenter(std::span<const TrialInImage> trials) {
  if (trials.empty()) return 0;
  return static_cast<double>(std::ranges::count_if(trials, IsAtCenter)) /
         static_cast<double>(trials.size());
}

// How far to the right and down points go, a stray one in a hundred left out.
struct Extent {
  double right = 0;
  double bottom = 0;
  std::size_t points = 0;
};

Extent ExtentOf(std::span<const TrialInImage> trials) {
  std::vector<double> x, y;
  for (const TrialInImage& trial : trials) {
    for (const FixationInImage& fixation : trial.scanpath) {
      x.push_back(fixation.point.x);
      y.push_back(fixation.point.y);
    }
  }
  if (x.empty()) return {};
  const auto most = [](std::vector<double>& values) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(
                                         std::ceil(.99 * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  };
  const std::size_t points = x.size();
  return {most(x), most(y), points};
}

void CheckPoints(std::span<const TrialInImage> people, std::string_view name,
                 std::span<const TrialInImage> predictions) {
  constexpr std::size_t kFewest = 20;  // points from which a region can be told
  const Extent there = ExtentOf(people), here = ExtentOf(predictions);
  const bool reach = there.right > .6 * kImageSize.width || there.bottom > .6 * kImageSize.height;
  if (!reach || here.points < 4) return;
  if (here.right <= 1.5 && here.bottom <= 1.5) {
    throw InputError(fmt::format(
        "{}: points are from 0 to 1; pixels are expected: multiply x by 512 and y by 320", name));
  }
  if (here.right <= Grid::kColumns && here.bottom <= Grid::kRows) {
    throw InputError(fmt::format(
        "{}: points go up to ({:.0f}, {:.0f}), as grid cells do; pixels are expected: 16 c + 8",
        name, here.right, here.bottom));
  }
  constexpr double kCorner = .66;
  if (here.points >= kFewest && here.right < kCorner * kImageSize.width &&
      here.bottom < kCorner * kImageSize.height && there.right > .8 * kImageSize.width &&
      there.bottom > .8 * kImageSize.height) {
    throw InputError(fmt::format(
        "{}: points fill only a corner, up to ({:.0f}, {:.0f}) of 512x320, where people's go up to "
        "({:.0f}, {:.0f}); they are of another frame: say which with --predictions-frame, or write "
        "them at 512x320",
        name, here.right, here.bottom, there.right, there.bottom));
  }
}

void CheckDurations(std::string_view name, std::span<const TrialInImage> predictions) {
  double sum = 0, count = 0;
  for (const TrialInImage& trial : predictions) {
    for (const FixationInImage& fixation : trial.scanpath) {
      sum += fixation.duration_ms;
      count += fixation.duration_ms > 0;
    }
  }
  if (count == 0 || sum / count >= 5) return;
  throw InputError(fmt::format(
      "{}: durations are {:.3g} ms in the mean; ms are expected: multiply seconds by 1000", name,
      sum / count));
}

}  // namespace

bool StartAtCenter(std::span<const TrialInImage> trials) { return ShareAtCenter(trials) > .5; }

std::vector<TrialInImage> DropStarts(std::vector<TrialInImage> trials) {
  for (TrialInImage& trial : trials) {
    if (trial.scanpath.size() > 1) trial.scanpath.erase(trial.scanpath.begin());
  }
  return trials;
}

std::vector<TrialInImage> CheckedPredictions(std::span<const TrialInImage> people,
                                             std::string_view name,
                                             std::vector<TrialInImage> predictions,
                                             StartRule start) {
  CheckPoints(people, name, predictions);
  CheckDurations(name, predictions);
  const double starting = ShareAtCenter(predictions);
  if (start == StartRule::kDrop) {
    return starting > .5 ? DropStarts(std::move(predictions)) : predictions;
  }
  if (!StartAtCenter(people) || starting > .1 || start == StartRule::kAsIs) return predictions;
  if (start == StartRule::kRefuse) {
    const auto on_target = std::ranges::count_if(
        predictions, [](const TrialInImage& trial) { return FirstOnTarget(trial) == 1; });
    throw InputError(fmt::format(
        "{}: {:.0f}% of the scanpaths begin at the centre, where people's begin{}; say what is to "
        "become of them: --start prepend (puts the centre before each), drop (leaves out people's "
        "start) or as-is",
        name, 100 * starting,
        on_target > 0 ? fmt::format(" ({} begin on the target)", on_target) : ""));
  }
  for (TrialInImage& trial : predictions) {
    trial.scanpath.insert(trial.scanpath.begin(), {kCenter, 0});
  }
  return predictions;
}

}  // namespace saccade::metrics
