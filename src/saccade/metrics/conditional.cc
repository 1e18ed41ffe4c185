#include "saccade/metrics/conditional.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "saccade/base/parallel.h"

namespace saccade::metrics {
namespace {

constexpr int kWidth = 512;
constexpr int kHeight = 320;
constexpr int kPixelsPerCell = Grid::kCellPixels * Grid::kCellPixels;
constexpr std::size_t kFixationsScored = 6;

std::size_t PixelOf(const PointInImage& point) {
  return static_cast<std::size_t>(point.y) * kWidth + static_cast<std::size_t>(point.x);
}

std::vector<double> SumToCells(std::span<const double> pixels) {
  std::vector<double> cells(Grid::kCells, 0);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      cells[Grid::Index({x / Grid::kCellPixels, y / Grid::kCellPixels})] += pixels[y * kWidth + x];
    }
  }
  return cells;
}

std::vector<double> GaussianKernel(double sigma, int radius) {
  std::vector<double> kernel(2 * radius + 1);
  double sum = 0;
  for (int i = -radius; i <= radius; ++i) {
    sum += kernel[i + radius] = std::exp(-0.5 * i * i / (sigma * sigma));
  }
  for (double& value : kernel) value /= sum;
  return kernel;
}

// One pass over a line of `size` values that lie `stride` apart, scipy's `reflect` at its ends
// (d c b a | a b c d | d c b a). Spreads each value that is not zero, since a histogram has few, on
// a line longer by the kernel, then folds what went beyond the ends: the kernel is symmetric, so
// that is the same as reading mirrored values.
void BlurLine(const double* in, double* out, int size, int stride, std::span<const double> kernel,
              std::vector<double>& line) {
  const int radius = static_cast<int>(kernel.size()) / 2;
  line.assign(size + 2 * radius, 0);
  for (int i = 0; i < size; ++i) {
    const double value = in[i * stride];
    if (value == 0) continue;
    for (std::size_t k = 0; k < kernel.size(); ++k) line[i + k] += value * kernel[k];
  }
  for (int i = 0; i < radius; ++i) {
    line[radius + i] += line[radius - 1 - i];
    line[radius + size - 1 - i] += line[radius + size + i];
  }
  for (int i = 0; i < size; ++i) out[i * stride] = line[radius + i];
}

std::vector<double> Blur(const std::vector<double>& pixels, double sigma, int radius) {
  const std::vector<double> kernel = GaussianKernel(sigma, radius);
  std::vector<double> line;
  std::vector<double> columns(pixels.size());
  for (int x = 0; x < kWidth; ++x) BlurLine(&pixels[x], &columns[x], kHeight, kWidth, kernel, line);
  std::vector<double> blurred(pixels.size());
  for (int y = 0; y < kHeight; ++y) {
    BlurLine(&columns[y * kWidth], &blurred[y * kWidth], kWidth, 1, kernel, line);
  }
  return blurred;
}

}  // namespace

std::vector<NextFixation> NextFixations(std::span<const FixationInImage> scanpath) {
  std::vector<NextFixation> next;
  std::vector<Cell> past = {Grid::Center()};
  for (std::size_t i = 1; i < scanpath.size() && i <= kFixationsScored; ++i) {
    const auto cell = Grid::CellOf(scanpath[i].point);
    if (!cell) continue;
    next.push_back({static_cast<int>(i), scanpath[i].point, past});
    past.push_back(*cell);
  }
  return next;
}

ConditionalScores ScoreMap(const MapAtFixation& at) {
  constexpr double kEpsilon = 2.2204e-16;  // this literal, as the field's code has it
  const std::span<const double> map = at.map;
  const double value = map[at.fixated];
  double sum = 0;
  double smaller = 0;
  double equal = 0;
  for (const double v : map) {
    sum += v;
    smaller += v < value;
    equal += v == value;
  }
  const double mean = sum / map.size();
  double squares = 0;
  for (const double v : map) squares += (v - mean) * (v - mean);
  const auto [low, high] = std::minmax_element(map.begin(), map.end());

  smaller *= at.pixels_per_value;
  equal *= at.pixels_per_value;
  squares *= at.pixels_per_value;
  const double all = static_cast<double>(map.size()) * at.pixels_per_value;
  const double others = all - 1;
  ConditionalScores scores;
  scores.cig = std::log2(value + kEpsilon) - std::log2(at.prior + kEpsilon);
  scores.cnss = *low == *high ? 0 : (value - mean) / std::sqrt(squares / others);
  scores.cauc = 1 - (all - smaller - 1) / others / 2;
  scores.auc = (smaller + (equal - 1) / 2) / others;
  return scores;
}

TaskPrior MakePrior(std::span<const PointInImage> fixations) {
  constexpr double kSigma = 24;
  constexpr int kRadius = 96;  // scipy truncates at 4 sigma
  TaskPrior prior;
  std::vector<double> histogram(kImagePixels, 0);
  for (const PointInImage& point : fixations) {
    if (!Grid::CellOf(point)) continue;
    histogram[PixelOf(point)] += 1;
    ++prior.fixations;
  }
  if (prior.fixations == 0) throw std::invalid_argument("a prior needs fixations");
  prior.pixels = Blur(histogram, kSigma, kRadius);
  double sum = 0;
  for (const double value : prior.pixels) sum += value;
  for (double& value : prior.pixels) value /= sum;
  prior.cells = SumToCells(prior.pixels);
  return prior;
}

std::map<std::string, TaskPrior> MakePriors(std::span<const TrialInImage> train,
                                            const Protocol& protocol) {
  std::map<std::string, std::vector<PointInImage>> fixations;
  for (const TrialInImage& trial : HumanTrialsUsed(train, protocol)) {
    for (std::size_t i = 1; i < trial.scanpath.size(); ++i) {
      const PointInImage& point = trial.scanpath[i].point;
      if (Grid::CellOf(point)) fixations[trial.task].push_back(point);
    }
  }
  std::vector<std::string> tasks;
  for (const auto& [task, points] : fixations) tasks.push_back(task);
  std::vector<TaskPrior> priors(tasks.size());
  ParallelFor(tasks.size(), [&](std::size_t i) { priors[i] = MakePrior(fixations.at(tasks[i])); });
  std::map<std::string, TaskPrior> by_task;
  for (std::size_t i = 0; i < tasks.size(); ++i) by_task[tasks[i]] = std::move(priors[i]);
  return by_task;
}

MapAtFixation AtResolution(std::vector<double> map, const PointInImage& fixation,
                           const TaskPrior& prior, MapResolution resolution) {
  if (map.size() != Grid::kCells && map.size() != kImagePixels) {
    throw std::invalid_argument("a map must have 640 cells or 512x320 pixels");
  }
  const auto cell = Grid::CellOf(fixation);
  if (!cell) throw std::invalid_argument("a fixation to be foreseen must lie in the picture");
  const std::size_t cell_index = Grid::Index(*cell);
  const std::size_t pixel = PixelOf(fixation);
  const bool map_is_grid = map.size() == Grid::kCells;
  if (resolution == MapResolution::kGrid) {
    if (!map_is_grid) map = SumToCells(map);
    return {std::move(map), cell_index, prior.cells[cell_index]};
  }
  const double at_pixel = prior.pixels[pixel];
  if (!map_is_grid) return {std::move(map), pixel, at_pixel};
  for (double& value : map) value /= kPixelsPerCell;
  return {std::move(map), cell_index, at_pixel, kPixelsPerCell};
}

}  // namespace saccade::metrics
