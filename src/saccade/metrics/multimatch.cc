#include "saccade/metrics/multimatch.h"

#include <cmath>

namespace saccade::metrics {

Saccade MakeSaccade(double x, double y, double dx, double dy, double duration_ms) {
  return {x, y, dx, dy, std::sqrt(dx * dx + dy * dy), std::atan2(dy, dx), duration_ms};
}

template <Frame F>
PreparedScanpath<F> Prepare(std::span<const Fixation<F>> scanpath,
                            const MultiMatchOptions& options) {
  constexpr std::size_t kShortest = 3;
  PreparedScanpath<F> prepared;
  Scanpath<F> padded;
  if (scanpath.size() < kShortest) {
    if (options.short_rule == ShortRule::kSkip) return prepared;
    padded.assign(scanpath.begin(), scanpath.end());
    padded.resize(kShortest, {{1, 1}, 1});
    scanpath = padded;
  }
  prepared.saccades.reserve(scanpath.size() - 1);
  for (std::size_t i = 0; i + 1 < scanpath.size(); ++i) {
    const Point<F>& from = scanpath[i].point;
    const Point<F>& to = scanpath[i + 1].point;
    prepared.saccades.push_back(
        MakeSaccade(from.x, from.y, to.x - from.x, to.y - from.y, scanpath[i].duration_ms));
  }
  if (options.simplification) {
    prepared.saccades = Simplify(std::move(prepared.saccades), scanpath.back().duration_ms,
                                 *options.simplification);
  }
  return prepared;
}

template <Frame F>
std::optional<MultiMatchScores> MultiMatch(const PreparedScanpath<F>& a,
                                           const PreparedScanpath<F>& b) {
  if (a.saccades.empty() || b.saccades.empty()) return std::nullopt;
  constexpr FrameSize size = SizeOf<F>();
  static const double diagonal = std::sqrt(size.width * size.width + size.height * size.height);
  return MultiMatchFast(a.saccades, b.saccades, diagonal);
}

template PreparedScanpath<Frame::kImage> Prepare(std::span<const FixationInImage>,
                                                 const MultiMatchOptions&);
template PreparedScanpath<Frame::kDisplay> Prepare(std::span<const FixationInDisplay>,
                                                   const MultiMatchOptions&);
template std::optional<MultiMatchScores> MultiMatch(const PreparedScanpath<Frame::kImage>&,
                                                    const PreparedScanpath<Frame::kImage>&);
template std::optional<MultiMatchScores> MultiMatch(const PreparedScanpath<Frame::kDisplay>&,
                                                    const PreparedScanpath<Frame::kDisplay>&);

}  // namespace saccade::metrics
