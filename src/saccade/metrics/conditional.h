#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "saccade/metrics/protocol.h"
#include "saccade/scene/grid.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// How well a model that gives a map per step foresees the next fixation from the true past ones.
// docs/metrics/conditional.md

// Where maps are compared: on the 32x20 grid, or at the 512x320 pixels.
enum class MapResolution { kGrid, kPixel };

inline constexpr int kImagePixels = 512 * 320;

// A fixation to be foreseen. `past` are the cells of the earlier ones, the start as the grid's
// centre; fixations outside the picture occur neither as a target nor as past.
struct NextFixation {
  int step = 0;  // place in the scanpath; the start is 0, so 1..6
  PointInImage point;
  std::vector<Cell> past;
};

// The first six fixations after the start, those outside the picture left out.
std::vector<NextFixation> NextFixations(std::span<const FixationInImage> scanpath);

struct ConditionalScores {
  double cig = 0;   // information gain over the task's prior, bits
  double cnss = 0;  // value at the fixation in standard deviations of the map
  double cauc = 0;  // HAT's definition; chance is .75
  double auc = 0;   // pysaliency's; chance is .5
};

// One probability map, and the place in it that was fixated next.
struct MapAtFixation {
  std::vector<double> map;
  std::size_t fixated = 0;  // index into `map`
  double prior = 0;         // the task's, there, at the same resolution
  // Each value of the map stands for so many equal ones: 1 for maps as they are, 256 for a grid map
  // scored at pixels (whose values must then be those of a pixel, the cell's / 256).
  int pixels_per_value = 1;
};
ConditionalScores ScoreMap(const MapAtFixation& at);

// Where people look when they search for one target, whatever the picture.
struct TaskPrior {
  int fixations = 0;           // that it was made from
  std::vector<double> pixels;  // 512x320, sums to 1
  std::vector<double> cells;   // the same, summed to the grid
};

// Histogram of the fixations at 512x320, blurred with sigma 24 px (scipy's `reflect` border, radius
// 96), normalised. Fixations outside the picture are dropped. Throws std::invalid_argument when
// none is left.
TaskPrior MakePrior(std::span<const PointInImage> fixations);

// The prior of each task, from the trials of a training split: human trials used, all fixations but
// the first. Tasks without any are absent.
std::map<std::string, TaskPrior> MakePriors(std::span<const TrialInImage> train,
                                            const Protocol& protocol);

// A model's map (640 values on the grid, row by row, or 163,840 at the pixels) and the fixation
// that came, at the wanted resolution. Grid maps at pixels are spread evenly over their cells;
// pixel maps on the grid are summed to cells. Throws std::invalid_argument for another size.
MapAtFixation AtResolution(std::vector<double> map, const PointInImage& fixation,
                           const TaskPrior& prior, MapResolution resolution);

}  // namespace saccade::metrics
