#include "saccade/image/search_animation.h"

#include <cmath>
#include <set>
#include <stdexcept>
#include <vector>

#include "saccade/image/webp_animation.h"

namespace saccade {
namespace {

constexpr int kRestMs = 2000;

// When each fixation begins.
std::vector<int> StartsOf(const ScanpathInPhoto& scanpath) {
  std::vector<int> starts;
  double now = 0;
  for (const auto& fixation : scanpath) {
    starts.push_back(static_cast<int>(std::lround(now)));
    now += (fixation.duration_ms > 0 ? fixation.duration_ms : kFixationMs) + kSaccadeMs;
  }
  return starts;
}

// What has been looked at by `now`.
ScanpathFigure FigureAt(const ScanpathFigure& figure, const std::vector<std::vector<int>>& starts,
                        int now) {
  ScanpathFigure at = figure;
  for (std::size_t i = 0; i < at.scanpaths.size(); ++i) {
    DrawnScanpath& drawn = at.scanpaths[i];
    std::size_t begun = 0;
    while (begun < starts[i].size() && starts[i][begun] <= now) ++begun;
    drawn.scanpath.resize(begun);
    if (drawn.found_at && *drawn.found_at >= begun) drawn.found_at.reset();
  }
  return at;
}

}  // namespace

std::string SearchAnimation(const Picture& picture, const ScanpathFigure& figure) {
  std::vector<std::vector<int>> starts;
  std::set<int> moments = {0};
  for (const DrawnScanpath& drawn : figure.scanpaths) {
    starts.push_back(StartsOf(drawn.scanpath));
    moments.insert(starts.back().begin(), starts.back().end());
  }
  WebpAnimation animation;
  for (auto moment = moments.begin(); moment != moments.end(); ++moment) {
    const auto next = std::next(moment);
    animation.Add(DrawScanpaths(picture, FigureAt(figure, starts, *moment)),
                  next == moments.end() ? kRestMs : *next - *moment);
  }
  return animation.Finish();
}

}  // namespace saccade
