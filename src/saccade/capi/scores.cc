#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/capi/arguments.h"
#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/metrics/clusters.h"
#include "saccade/metrics/multimatch_options.h"

namespace saccade::capi {
namespace {

using namespace metrics;

double DiagonalOf(FrameSize screen) { return std::hypot(screen.width, screen.height); }

// Saccades are the same in every frame; the diagonal is the caller's.
using Prepared = PreparedScanpath<Frame::kDisplay>;

void Score(const Prepared& a, const Prepared& b, double diagonal, double* scores) {
  if (a.saccades.empty() || b.saccades.empty()) {
    std::fill_n(scores, SACCADE_MULTIMATCH_SCORES, std::nan(""));
    return;
  }
  const MultiMatchScores found = MultiMatchFast(a.saccades, b.saccades, diagonal);
  const double values[] = {found.shape, found.direction, found.length, found.position,
                           found.duration};
  std::copy(std::begin(values), std::end(values), scores);
}

std::vector<Prepared> PrepareAll(const saccade_path* paths, std::size_t count, const char* name,
                                 const MultiMatchOptions& options) {
  std::vector<Prepared> prepared(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ScanpathInDisplay scanpath = ScanpathOf<Frame::kDisplay>(paths[i], name);
    prepared[i] = Prepare(std::span<const FixationInDisplay>(scanpath), options);
  }
  return prepared;
}

}  // namespace
}  // namespace saccade::capi

using namespace saccade;
using namespace saccade::capi;

int saccade_multimatch(const saccade_path* a, const saccade_path* b, double width, double height,
                       const char* options, double* scores) {
  if (b == nullptr) return Guard([&] { Need(b, "b"); });
  return saccade_multimatch_matrix(a, 1, b, 1, width, height, options, nullptr, nullptr, scores);
}

int saccade_multimatch_matrix(const saccade_path* a, size_t a_count, const saccade_path* b,
                              size_t b_count, double width, double height, const char* options,
                              saccade_progress progress, void* data, double* scores) {
  return Guard(progress, data, [&] {
    const double diagonal = DiagonalOf(ScreenOf(width, height));
    metrics::MultiMatchOptions multimatch;
    Read(options, OptionsOf(multimatch));
    if (a_count > 0) Need(a, "a");
    const std::vector<Prepared> rows = PrepareAll(a, a_count, "a", multimatch);
    const std::vector<Prepared> others =
        b == nullptr ? rows : PrepareAll(b, b_count, "b", multimatch);
    if (rows.empty() || others.empty()) return;
    Need(scores, "scores");
    Progress shown("pairs", rows.size());
    ParallelFor(rows.size(), [&](std::size_t i) {
      for (std::size_t j = 0; j < others.size(); ++j) {
        Score(rows[i], others[j], diagonal,
              scores + (i * others.size() + j) * SACCADE_MULTIMATCH_SCORES);
      }
      shown.Step();
    });
  });
}

int saccade_clusters(const saccade_path* paths, size_t count, double bandwidth, int* labels,
                     double* centers, size_t* center_count) {
  return Guard([&] {
    if (count > 0) Need(paths, "paths");
    Need(center_count, "center_count");
    const metrics::ClusterOptions wanted = ClusterOptionsOf(bandwidth);
    std::vector<ScanpathInImage> scanpaths;
    std::size_t fixations = 0;
    for (std::size_t i = 0; i < count; ++i) {
      scanpaths.push_back(ScanpathOf<Frame::kImage>(paths[i], "paths"));
      fixations += scanpaths.back().size();
    }
    if (fixations == 0) throw InputError("argument paths: there is no fixation to cluster");
    Need(labels, "labels");
    Need(centers, "centers");
    const metrics::Clusters clusters = metrics::FindClusters(scanpaths, wanted);
    for (const ScanpathInImage& scanpath : scanpaths) {
      labels = std::ranges::copy(metrics::ClusterString(clusters, scanpath), labels).out;
    }
    for (const PointInImage& center : clusters.centers) {
      *centers++ = center.x;
      *centers++ = center.y;
    }
    *center_count = clusters.centers.size();
  });
}
