#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/capi/arguments.h"
#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/metrics/alignment.h"
#include "saccade/metrics/clusters.h"
#include "saccade/metrics/scanmatch.h"

namespace saccade::capi {
namespace {

using Strings = std::vector<std::vector<int>>;
using ScoreOfStrings = double (*)(std::span<const int> a, std::span<const int> b);

// What scanpaths become, and how two of them are compared.
enum class Alphabet { kBins, kBinsWithDurations, kRegions };
struct StringScore {
  const char* name;
  Alphabet alphabet;
  ScoreOfStrings score;
};

constexpr StringScore kStringScores[] = {
    {"scanmatch", Alphabet::kBins,
     [](std::span<const int> a, std::span<const int> b) {
       return metrics::ScanMatch(a, b).value_or(std::nan(""));
     }},
    {"scanmatch_duration", Alphabet::kBinsWithDurations,
     [](std::span<const int> a, std::span<const int> b) {
       return metrics::ScanMatch(a, b).value_or(std::nan(""));
     }},
    {"edit_distance", Alphabet::kBins,
     [](std::span<const int> a, std::span<const int> b) -> double {
       return metrics::EditDistance(a, b);
     }},
    {"sequence_score", Alphabet::kRegions,
     [](std::span<const int> a, std::span<const int> b) {
       return metrics::SequenceSimilarity(a, b);
     }},
    {"fixation_edit_distance", Alphabet::kRegions,
     [](std::span<const int> a, std::span<const int> b) -> double {
       return metrics::EditDistance(a, b);
     }},
};

const StringScore& StringScoreCalled(const std::string& name) {
  std::string known;
  for (const StringScore& score : kStringScores) {
    if (score.name == name) return score;
    known += (known.empty() ? "" : ", ") + std::string(score.name);
  }
  throw InputError(fmt::format("argument score: \"{}\" is none of {}", name, known));
}

// The same scanpaths with the screen stretched to the frame.
template <Frame F>
std::vector<Scanpath<F>> Stretched(const std::vector<ScanpathInPhoto>& scanpaths,
                                   FrameSize screen) {
  constexpr FrameSize frame = SizeOf<F>();
  std::vector<Scanpath<F>> stretched(scanpaths.size());
  for (std::size_t i = 0; i < scanpaths.size(); ++i) {
    for (const FixationInPhoto& fixation : scanpaths[i]) {
      stretched[i].push_back({{fixation.point.x * frame.width / screen.width,
                               fixation.point.y * frame.height / screen.height},
                              fixation.duration_ms});
    }
  }
  return stretched;
}

Strings RegionsOf(const std::vector<ScanpathInPhoto>& scanpaths, FrameSize screen,
                  double bandwidth) {
  const std::vector<ScanpathInImage> in_image = Stretched<Frame::kImage>(scanpaths, screen);
  if (std::ranges::all_of(in_image, &ScanpathInImage::empty)) {
    throw InputError("arguments a, b: there is no fixation to cluster");
  }
  const metrics::Clusters clusters = metrics::FindClusters(in_image, ClusterOptionsOf(bandwidth));
  Strings strings;
  for (const ScanpathInImage& scanpath : in_image) {
    strings.push_back(metrics::ClusterString(clusters, scanpath));
  }
  return strings;
}

template <Frame F>
Strings BinsOf(const std::vector<ScanpathInPhoto>& scanpaths, FrameSize screen, bool timed) {
  Strings strings;
  for (const Scanpath<F>& scanpath : Stretched<F>(scanpaths, screen)) {
    const std::span<const Fixation<F>> fixations = scanpath;
    strings.push_back(timed ? metrics::BinStringWithDurations(fixations)
                            : metrics::BinString(fixations));
  }
  return strings;
}

Strings StringsOf(const std::vector<ScanpathInPhoto>& scanpaths, FrameSize screen,
                  Alphabet alphabet, double bandwidth) {
  if (alphabet == Alphabet::kRegions) return RegionsOf(scanpaths, screen, bandwidth);
  const bool timed = alphabet == Alphabet::kBinsWithDurations;
  // In its own frame nothing is rounded, and no fixation changes its bin.
  return screen == kImageSize ? BinsOf<Frame::kImage>(scanpaths, screen, timed)
                              : BinsOf<Frame::kDisplay>(scanpaths, screen, timed);
}

void AddPaths(const saccade_path* paths, std::size_t count, const char* name,
              std::vector<ScanpathInPhoto>& scanpaths) {
  if (count > 0) Need(paths, name);
  for (std::size_t i = 0; i < count; ++i) {
    scanpaths.push_back(ScanpathOf<Frame::kPhoto>(paths[i], name));
  }
}

}  // namespace

}  // namespace saccade::capi

using namespace saccade;
using namespace saccade::capi;

int saccade_score_matrix(const char* score, const saccade_path* a, size_t a_count,
                         const saccade_path* b, size_t b_count, double width, double height,
                         const char* options, saccade_progress progress, void* data,
                         double* scores) {
  return Guard(progress, data, [&] {
    const StringScore& wanted = StringScoreCalled(&Need(score, "score"));
    const FrameSize screen = ScreenOf(width, height);
    double bandwidth = metrics::ClusterOptions().bandwidth;
    OptionList list;
    if (wanted.alphabet == Alphabet::kRegions) {
      list.Add("bandwidth", bandwidth, {0, 1e4}, "Pixels at 512x320 between regions; 0: estimated");
    }
    Read(options, list);
    std::vector<ScanpathInPhoto> scanpaths;
    AddPaths(a, a_count, "a", scanpaths);
    if (b != nullptr) AddPaths(b, b_count, "b", scanpaths);
    const std::size_t columns = b == nullptr ? a_count : b_count;
    if (a_count == 0 || columns == 0) return;
    Need(scores, "scores");
    const Strings strings = StringsOf(scanpaths, screen, wanted.alphabet, bandwidth);
    const std::size_t first = b == nullptr ? 0 : a_count;
    Progress shown("pairs", a_count);
    ParallelFor(a_count, [&](std::size_t i) {
      for (std::size_t j = 0; j < columns; ++j) {
        scores[i * columns + j] = wanted.score(strings[i], strings[first + j]);
      }
      shown.Step();
    });
  });
}
