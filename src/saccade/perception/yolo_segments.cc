#include "saccade/perception/yolo_segments.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/perception/roi_ops.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

constexpr float kGrey = 114.f / 255.f;
constexpr int kBoxRows = 4;
constexpr int kStride = 32;  // of the network's coarsest cells

struct Candidates {
  std::vector<CornerBox> boxes;  // network pixels
  std::vector<float> scores;
  std::vector<int> classes;
  std::vector<std::size_t> places;
};

Candidates FindCandidates(const HostTensor& detections, float threshold) {
  const auto places = static_cast<std::size_t>(detections.shape[2]);
  const auto row = [&](int r) { return &detections.values[r * places]; };
  // Row by row: the values of a class lie together.
  std::vector<float> best(places, 0.f);
  std::vector<int> best_class(places, 0);
  for (int c = 0; c < kThingChannels; ++c) {
    const float* const scores = row(kBoxRows + c);
    for (std::size_t p = 0; p < places; ++p) {
      if (scores[p] > best[p]) {
        best[p] = scores[p];
        best_class[p] = c;
      }
    }
  }
  Candidates found;
  for (std::size_t p = 0; p < places; ++p) {
    if (!(best[p] > threshold)) continue;
    const float x = row(0)[p], y = row(1)[p], w = row(2)[p], h = row(3)[p];
    found.boxes.push_back({x - w / 2, y - h / 2, x + w / 2, y + h / 2});
    found.scores.push_back(best[p]);
    found.classes.push_back(best_class[p]);
    found.places.push_back(p);
  }
  return found;
}

// Where picture pixels of one axis read the prototypes.
struct Axis {
  double scale;    // network pixels to one of the picture
  double offset;   // network pixels before the picture
  double stride;   // network pixels to one of the prototypes
  int prototypes;  // their number
  int picture;

  struct Tap {
    int low, high;
    float fraction;
  };
  Tap At(int pixel) const {
    const double at = ((pixel + 0.5) * scale + offset) / stride - 0.5;
    const double inside = std::clamp(at, 0.0, prototypes - 1.0);
    const int low = static_cast<int>(inside);
    return {low, std::min(low + 1, prototypes - 1), static_cast<float>(inside - low)};
  }
  // First pixel whose centre is at or after a place of the network's input.
  int FirstPixel(float network) const {
    const double at = std::ceil((network - offset) / scale - 0.5);
    return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(picture)));
  }
};

// A mask is positive where the sum of prototypes is: sigmoid(sum) > 0.5, inside the box.
PastedMask CutMask(std::span<const float> coefficients, const HostTensor& prototypes, const Axis& x,
                   const Axis& y, const CornerBox& box) {
  PastedMask mask;
  mask.x = x.FirstPixel(box.x1);
  mask.y = y.FirstPixel(box.y1);
  mask.width = std::max(0, x.FirstPixel(box.x2) - mask.x);
  mask.height = std::max(0, y.FirstPixel(box.y2) - mask.y);
  mask.inside.assign(static_cast<std::size_t>(mask.width) * mask.height, 0);
  if (mask.inside.empty()) return mask;

  // The sum, on the prototypes' own grid, of the part that the box needs.
  const int x0 = x.At(mask.x).low, x1 = x.At(mask.x + mask.width - 1).high + 1;
  const int y0 = y.At(mask.y).low, y1 = y.At(mask.y + mask.height - 1).high + 1;
  const int width = x1 - x0;
  std::vector<float> sums(static_cast<std::size_t>(width) * (y1 - y0), 0.f);
  const std::size_t plane = static_cast<std::size_t>(x.prototypes) * y.prototypes;
  for (std::size_t m = 0; m < coefficients.size(); ++m) {
    for (int row = y0; row < y1; ++row) {
      const float* const from =
          &prototypes.values[m * plane + static_cast<std::size_t>(row) * x.prototypes + x0];
      float* const to = &sums[static_cast<std::size_t>(row - y0) * width];
      for (int i = 0; i < width; ++i) to[i] += coefficients[m] * from[i];
    }
  }
  for (int py = 0; py < mask.height; ++py) {
    const Axis::Tap row = y.At(mask.y + py);
    const float* const upper = &sums[static_cast<std::size_t>(row.low - y0) * width];
    const float* const lower = &sums[static_cast<std::size_t>(row.high - y0) * width];
    for (int px = 0; px < mask.width; ++px) {
      const Axis::Tap column = x.At(mask.x + px);
      const auto blend = [&](const float* line) {
        return line[column.low - x0] +
               column.fraction * (line[column.high - x0] - line[column.low - x0]);
      };
      const float value = blend(upper) + row.fraction * (blend(lower) - blend(upper));
      mask.inside[static_cast<std::size_t>(py) * mask.width + px] = value > 0.f;
    }
  }
  return mask;
}

void CheckShapes(const HostTensor& detections, const HostTensor& prototypes) {
  const bool fits = detections.shape.size() == 3 && prototypes.shape.size() == 4 &&
                    detections.shape[0] == 1 && prototypes.shape[0] == 1 &&
                    detections.shape[1] == kBoxRows + kThingChannels + prototypes.shape[1];
  if (fits) return;
  throw InputError(
      fmt::format("the model's outputs {} and {} are not those of a YOLO-seg model of 80 classes "
                  "(1 x 116 x places and 1 x 32 x height x width)",
                  detections.shape, prototypes.shape));
}

}  // namespace

Letterbox FitLetterbox(PixelSize picture, PixelSize network) {
  const double scale = std::min(static_cast<double>(network.width) / picture.width,
                                static_cast<double>(network.height) / picture.height);
  Letterbox letterbox{picture, network, {}};
  letterbox.resized = {std::max(1, static_cast<int>(std::lround(picture.width * scale))),
                       std::max(1, static_cast<int>(std::lround(picture.height * scale)))};
  const PixelSize block = PadToMultiple(letterbox.resized, kStride);
  letterbox.left = (block.width - letterbox.resized.width) / 2;
  letterbox.top = (block.height - letterbox.resized.height) / 2;
  return letterbox;
}

HostTensor LetterboxInput(const Picture& picture, const Letterbox& letterbox) {
  const PixelSize size = letterbox.network;
  HostTensor input{{1, 3, size.height, size.width}, {}};
  const std::size_t plane = static_cast<std::size_t>(size.width) * size.height;
  input.values.assign(3 * plane, kGrey);
  const Picture resized = ResizeLikePillow(picture, letterbox.resized);
  ParallelFor(resized.height, [&](std::size_t y) {
    const std::uint8_t* in = resized.At(0, static_cast<int>(y));
    float* out = &input.values[(y + letterbox.top) * size.width + letterbox.left];
    for (int x = 0; x < resized.width; ++x, in += 3, ++out) {
      for (std::size_t c = 0; c < 3; ++c) out[c * plane] = static_cast<float>(in[c]) / 255.f;
    }
  });
  return input;
}

std::vector<SceneInstance> DecodeYolo(const HostTensor& detections, const HostTensor& prototypes,
                                      const Letterbox& letterbox, const YoloOptions& options) {
  CheckShapes(detections, prototypes);
  const Candidates found = FindCandidates(detections, options.score_threshold);
  std::vector<int> kept =
      BatchedNms(found.boxes, found.scores, found.classes, options.nms_threshold);
  if (std::ssize(kept) > options.best) kept.resize(options.best);

  const auto axis = [](int resized, int picture, int offset, int network, std::int64_t count) {
    return Axis{static_cast<double>(resized) / picture, static_cast<double>(offset),
                static_cast<double>(network) / static_cast<double>(count), static_cast<int>(count),
                picture};
  };
  const Axis x = axis(letterbox.resized.width, letterbox.picture.width, letterbox.left,
                      letterbox.network.width, prototypes.shape[3]);
  const Axis y = axis(letterbox.resized.height, letterbox.picture.height, letterbox.top,
                      letterbox.network.height, prototypes.shape[2]);
  const auto places = static_cast<std::size_t>(detections.shape[2]);
  std::vector<SceneInstance> instances(kept.size());
  ParallelFor(kept.size(), [&](std::size_t i) {
    const int k = kept[i];
    std::vector<float> coefficients(prototypes.shape[1]);
    for (std::size_t m = 0; m < coefficients.size(); ++m) {
      coefficients[m] =
          detections.values[(kBoxRows + kThingChannels + m) * places + found.places[k]];
    }
    instances[i] = {found.classes[k], found.scores[k],
                    CutMask(coefficients, prototypes, x, y, found.boxes[k])};
  });
  return instances;
}

}  // namespace saccade
