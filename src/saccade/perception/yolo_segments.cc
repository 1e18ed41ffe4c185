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

// In network pixels.
CornerBox BoxOfPlace(const HostTensor& detections, std::size_t place) {
  const auto places = static_cast<std::size_t>(detections.shape[2]);
  const float* const at = &detections.values[place];
  const float x = at[0], y = at[places], w = at[2 * places], h = at[3 * places];
  return {x - w / 2, y - h / 2, x + w / 2, y + h / 2};
}

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
    found.boxes.push_back(BoxOfPlace(detections, p));
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

// The picture's part of a box in network pixels, with nothing inside yet.
PastedMask EmptyMask(const Axis& x, const Axis& y, const CornerBox& box) {
  PastedMask mask;
  mask.x = x.FirstPixel(box.x1);
  mask.y = y.FirstPixel(box.y1);
  mask.width = std::max(0, x.FirstPixel(box.x2) - mask.x);
  mask.height = std::max(0, y.FirstPixel(box.y2) - mask.y);
  mask.inside.assign(static_cast<std::size_t>(mask.width) * mask.height, 0);
  return mask;
}

// A mask is positive where the sum of prototypes is: sigmoid(sum) > 0.5, inside the box.
PastedMask CutMask(std::span<const float> coefficients, const HostTensor& prototypes, const Axis& x,
                   const Axis& y, const CornerBox& box) {
  PastedMask mask = EmptyMask(x, y, box);
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

void CheckDetections(const HostTensor& detections, std::int64_t masks) {
  if (detections.shape.size() == 3 && detections.shape[0] == 1 &&
      detections.shape[1] == kBoxRows + kThingChannels + masks) {
    return;
  }
  throw InputError(fmt::format(
      "the model's output {} is not that of a YOLO model of 80 classes with {} mask coefficients "
      "(1 x {} x places)",
      detections.shape, masks, kBoxRows + kThingChannels + masks));
}

void CheckShapes(const HostTensor& detections, const HostTensor& prototypes) {
  if (prototypes.shape.size() != 4 || prototypes.shape[0] != 1) {
    throw InputError(fmt::format(
        "the model's output {} is not a YOLO-seg model's prototypes (1 x 32 x height x width)",
        prototypes.shape));
  }
  CheckDetections(detections, prototypes.shape[1]);
}

// The best candidates of each class, in the order of their scores.
Candidates FindObjects(const HostTensor& detections, const YoloOptions& options) {
  const Candidates all = FindCandidates(detections, options.score_threshold);
  std::vector<int> kept = BatchedNms(all.boxes, all.scores, all.classes, options.nms_threshold);
  if (std::ssize(kept) > options.best) kept.resize(options.best);
  Candidates best;
  for (const int k : kept) {
    best.boxes.push_back(all.boxes[k]);
    best.scores.push_back(all.scores[k]);
    best.classes.push_back(all.classes[k]);
    best.places.push_back(all.places[k]);
  }
  return best;
}

Axis AxisOf(int resized, int picture, int offset, int network, std::int64_t prototypes) {
  return {static_cast<double>(resized) / picture, static_cast<double>(offset),
          static_cast<double>(network) / static_cast<double>(prototypes),
          static_cast<int>(prototypes), picture};
}

// The mask that a model with masks has for one of its places, inside a box in its network's pixels.
PastedMask MaskAt(const OutlineSource& source, std::size_t place, const CornerBox& box) {
  const auto& [picture, network, resized, left, top] = source.letterbox;
  const auto& shape = source.prototypes.shape;
  const auto places = static_cast<std::size_t>(source.detections.shape[2]);
  std::vector<float> coefficients(shape[1]);
  for (std::size_t m = 0; m < coefficients.size(); ++m) {
    coefficients[m] = source.detections.values[(kBoxRows + kThingChannels + m) * places + place];
  }
  return CutMask(coefficients, source.prototypes,
                 AxisOf(resized.width, picture.width, left, network.width, shape[3]),
                 AxisOf(resized.height, picture.height, top, network.height, shape[2]), box);
}

// A box of one network's input in another's, which saw the same picture.
CornerBox BetweenNetworks(const CornerBox& box, const Letterbox& from, const Letterbox& to) {
  const auto move = [](float at, int left, int resized, int to_left, int to_resized) {
    return static_cast<float>((at - left) * to_resized / resized + to_left);
  };
  return {move(box.x1, from.left, from.resized.width, to.left, to.resized.width),
          move(box.y1, from.top, from.resized.height, to.top, to.resized.height),
          move(box.x2, from.left, from.resized.width, to.left, to.resized.width),
          move(box.y2, from.top, from.resized.height, to.top, to.resized.height)};
}

struct OutlinePlace {
  const OutlineSource* source = nullptr;
  std::size_t place = 0;
  float fit = 0;
};

// The best of a source's places for a box in its network's pixels, if better than `best`.
void FitPlaces(const OutlineSource& source, const CornerBox& box, int category,
               OutlinePlace& best) {
  constexpr float kScoreWeight = .2f;  // among boxes that fit alike, those of the class
  const auto places = static_cast<std::size_t>(source.detections.shape[2]);
  const float* const values = source.detections.values.data();
  for (std::size_t p = 0; p < places; ++p) {
    const CornerBox other = BoxOfPlace(source.detections, p);
    const float score = values[(kBoxRows + category) * places + p];
    const float fit = BoxIou(box, other) * (1 + kScoreWeight * score);
    if (fit > best.fit) best = {&source, p, fit};
  }
}

PastedMask OutlineOf(const CornerBox& box, int category, const Letterbox& letterbox,
                     std::span<const OutlineSource> sources) {
  OutlinePlace best;
  for (const OutlineSource& source : sources) {
    FitPlaces(source, BetweenNetworks(box, letterbox, source.letterbox), category, best);
  }
  if (best.source != nullptr) {
    return MaskAt(*best.source, best.place,
                  BetweenNetworks(box, letterbox, best.source->letterbox));
  }
  const auto& [picture, network, resized, left, top] = letterbox;
  PastedMask whole =
      EmptyMask(AxisOf(resized.width, picture.width, left, network.width, network.width),
                AxisOf(resized.height, picture.height, top, network.height, network.height), box);
  std::fill(whole.inside.begin(), whole.inside.end(), 1);
  return whole;
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
  const OutlineSource own{detections, prototypes, letterbox};
  const Candidates found = FindObjects(detections, options);
  std::vector<SceneInstance> instances(found.boxes.size());
  ParallelFor(instances.size(), [&](std::size_t i) {
    instances[i] = {found.classes[i], found.scores[i],
                    MaskAt(own, found.places[i], found.boxes[i])};
  });
  return instances;
}

std::vector<SceneInstance> DecodeYoloBoxes(const HostTensor& detections, const Letterbox& letterbox,
                                           std::span<const OutlineSource> sources,
                                           const YoloOptions& options) {
  CheckDetections(detections, 0);
  for (const OutlineSource& source : sources) CheckShapes(source.detections, source.prototypes);
  const Candidates found = FindObjects(detections, options);
  std::vector<SceneInstance> instances(found.boxes.size());
  ParallelFor(instances.size(), [&](std::size_t i) {
    instances[i] = {found.classes[i], found.scores[i],
                    OutlineOf(found.boxes[i], found.classes[i], letterbox, sources)};
  });
  return instances;
}

}  // namespace saccade
