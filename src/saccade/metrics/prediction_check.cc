#include "saccade/metrics/prediction_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "saccade/base/error.h"

namespace saccade::metrics {
namespace {

constexpr PointInImage kCenter{kImageSize.width / 2, kImageSize.height / 2};
constexpr double kNearCenter = 48;   // pixels: three cells, as far as eyes drift before a picture
constexpr std::size_t kFewest = 20;  // points from which a region can be told

// How far to the right and down points go, a stray one in a hundred left out.
struct Extent {
  double right = 0;
  double bottom = 0;
  double beyond = 0;  // share of points outside the frame
  std::size_t points = 0;
};

Extent ExtentOf(std::span<const TrialInImage> trials) {
  std::vector<double> x, y;
  double beyond = 0;
  for (const TrialInImage& trial : trials) {
    for (const auto& [point, duration] : trial.scanpath) {
      x.push_back(point.x);
      y.push_back(point.y);
      beyond +=
          point.x < 0 || point.y < 0 || point.x > kImageSize.width || point.y > kImageSize.height;
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
  return {most(x), most(y), beyond / static_cast<double>(points), points};
}

void CheckDurations(std::string_view name, std::span<const TrialInImage> trials) {
  double sum = 0, count = 0;
  for (const TrialInImage& trial : trials) {
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

// Where nearly all scanpaths begin, if that is one place.
std::optional<PointInImage> CommonStart(std::span<const TrialInImage> trials) {
  constexpr double kSame = 2;  // pixels
  const auto first = std::ranges::find_if(
      trials, [](const TrialInImage& trial) { return !trial.scanpath.empty(); });
  if (first == trials.end()) return std::nullopt;
  const PointInImage start = first->scanpath.front().point;
  const auto same = std::ranges::count_if(trials, [&](const TrialInImage& trial) {
    return !trial.scanpath.empty() && std::hypot(trial.scanpath.front().point.x - start.x,
                                                 trial.scanpath.front().point.y - start.y) <= kSame;
  });
  const bool most = static_cast<double>(same) > .9 * static_cast<double>(trials.size());
  return most && trials.size() >= 5 ? std::optional(start) : std::nullopt;
}

// Share of the scanpaths that begin on the target, by people's boxes, since predictions need none.
double ShareOnTarget(std::span<const TrialInImage> people, std::span<const TrialInImage> trials) {
  std::map<std::pair<std::string_view, std::string_view>, BoxInImage> boxes;
  for (const TrialInImage& person : people) {
    if (person.target) boxes.try_emplace({person.task, person.name}, *person.target);
  }
  double on_target = 0, known = 0;
  for (const TrialInImage& trial : trials) {
    const auto box = boxes.find({trial.task, trial.name});
    if (box == boxes.end() || trial.scanpath.empty()) continue;
    known += 1;
    on_target += box->second.Contains(trial.scanpath.front().point);
  }
  return known > 0 ? on_target / known : 0;
}

[[noreturn]] void RefuseStarts(std::span<const TrialInImage> people, std::string_view name,
                               std::span<const TrialInImage> predictions) {
  if (const auto start = CommonStart(predictions)) {
    throw InputError(fmt::format(
        "{}: its scanpaths begin at ({:.0f}, {:.0f}) of 512x320, where people's begin at the "
        "centre: they are of another frame; scale them to 512x320, or import them with their "
        "screen (saccade dataset import FILE --screen WxH --out NEW.json); --start as-is scores "
        "them so",
        name, start->x, start->y));
  }
  const double on_target = ShareOnTarget(people, predictions);
  throw InputError(fmt::format(
      "{}: {:.0f}% of the scanpaths begin at the centre, where people's begin{}; say what is to "
      "become of them: --start prepend (puts the centre before each), drop (leaves out people's "
      "start) or as-is",
      name, 100 * ShareAtCenter(predictions),
      on_target > 0 ? fmt::format(" ({:.0f}% begin on the target)", 100 * on_target) : ""));
}

}  // namespace

double ShareAtCenter(std::span<const TrialInImage> trials) {
  if (trials.empty()) return 0;
  const auto at_center = std::ranges::count_if(trials, [](const TrialInImage& trial) {
    if (trial.scanpath.empty()) return false;
    const PointInImage& p = trial.scanpath.front().point;
    return std::hypot(p.x - kCenter.x, p.y - kCenter.y) <= kNearCenter;
  });
  return static_cast<double>(at_center) / static_cast<double>(trials.size());
}

void CheckUnits(std::string_view name, std::span<const TrialInImage> trials) {
  const Extent extent = ExtentOf(trials);
  if (extent.points >= kFewest && extent.right <= 1.5 && extent.bottom <= 1.5) {
    throw InputError(fmt::format(
        "{}: points are from 0 to 1; pixels are expected: multiply x by 512 and y by 320", name));
  }
  if (extent.points >= kFewest && extent.right <= Grid::kColumns && extent.bottom <= Grid::kRows) {
    throw InputError(fmt::format(
        "{}: points go up to ({:.0f}, {:.0f}), as grid cells do; pixels are expected: 16 c + 8",
        name, extent.right, extent.bottom));
  }
  CheckDurations(name, trials);
}

void CheckFrame(std::span<const TrialInImage> people, std::string_view name,
                std::span<const TrialInImage> predictions) {
  CheckUnits(name, predictions);
  const Extent there = ExtentOf(people), here = ExtentOf(predictions);
  if (here.points < kFewest || there.points < kFewest) return;
  constexpr double kCorner = .66, kAll = .8;
  if (here.right < kCorner * kImageSize.width && here.bottom < kCorner * kImageSize.height &&
      there.right > kAll * kImageSize.width && there.bottom > kAll * kImageSize.height) {
    throw InputError(fmt::format(
        "{}: points fill only a corner, up to ({:.0f}, {:.0f}) of 512x320, where people's go up to "
        "({:.0f}, {:.0f}); they are of another frame: say which with --predictions-frame, or write "
        "them at 512x320",
        name, here.right, here.bottom, there.right, there.bottom));
  }
  if (here.beyond > .2 && here.beyond > 4 * there.beyond) {
    throw InputError(fmt::format(
        "{}: {:.0f}% of the points lie beyond 512x320, up to ({:.0f}, {:.0f}), where people's do "
        "not; they are of another frame: say which with --predictions-frame, or write them at "
        "512x320",
        name, 100 * here.beyond, here.right, here.bottom));
  }
}

StartChange DecideStarts(std::span<const TrialInImage> people, std::string_view name,
                         std::span<const TrialInImage> predictions, StartRule rule) {
  const bool same = StartAtCenter(predictions) || !StartAtCenter(people);
  switch (rule) {
    case StartRule::kAsIs:
      return {};
    case StartRule::kDrop:
      return {.drop_people = StartAtCenter(people), .drop_predictions = StartAtCenter(predictions)};
    case StartRule::kPrepend:
      return {.prepend = !same};
    case StartRule::kRefuse:
      break;
  }
  if (!same) RefuseStarts(people, name, predictions);
  const double on_target = ShareOnTarget(people, predictions);
  if (predictions.size() >= 5 && on_target > .2 && on_target > 2 * ShareOnTarget(people, people)) {
    throw InputError(fmt::format(
        "{}: {:.0f}% of the scanpaths begin on the target, and {:.0f}% of people's; if their start "
        "was cut off, put it before them; --start as-is scores them so",
        name, 100 * on_target, 100 * ShareOnTarget(people, people)));
  }
  return {};
}

std::vector<TrialInImage> CheckedPredictions(std::span<const TrialInImage> people,
                                             std::string_view name,
                                             std::vector<TrialInImage> predictions,
                                             StartRule rule) {
  CheckFrame(people, name, predictions);
  const StartChange change = DecideStarts(people, name, predictions, rule);
  if (change.prepend) return PrependCenter(std::move(predictions));
  if (change.drop_predictions) return DropStarts(std::move(predictions));
  return predictions;
}

}  // namespace saccade::metrics
