#include "saccade/perception/fpn_heads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "saccade/base/parallel.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

constexpr std::int64_t kFeatures = 256;
constexpr std::int64_t kSemanticFeatures = 128;
constexpr std::int64_t kBoxFeatures = 1024;

Convolution Take(WeightReader& reader, const std::string& name,
                 const std::vector<std::int64_t>& shape, const ConvolutionOptions& options = {}) {
  return Convolution(reader.Take(name + ".weight", shape), reader.Take(name + ".bias", {shape[0]}),
                     options);
}

Convolution TakeLinear(WeightReader& reader, const std::string& name, std::int64_t out,
                       std::int64_t in, bool relu = false) {
  return Convolution(LinearAsConvolution(reader.Take(name + ".weight", {out, in})),
                     reader.Take(name + ".bias", {out}), {.relu = relu});
}

// fc1 reads the pooled features as (channel, row, column); ours lie as (row, column, channel), so
// its columns are put into that order once.
Convolution TakePooledLinear(WeightReader& reader) {
  constexpr std::int64_t kPlaces = BoxHead::kPooled * BoxHead::kPooled;
  HostTensor weight =
      reader.Take("roi_heads.box_head.fc1.weight", {kBoxFeatures, kFeatures * kPlaces});
  const std::vector<float> published = weight.values;
  for (std::int64_t o = 0; o < kBoxFeatures; ++o) {
    for (std::int64_t c = 0; c < kFeatures; ++c) {
      for (std::int64_t p = 0; p < kPlaces; ++p) {
        weight.values[(o * kPlaces + p) * kFeatures + c] =
            published[(o * kFeatures + c) * kPlaces + p];
      }
    }
  }
  return Convolution(LinearAsConvolution(weight),
                     reader.Take("roi_heads.box_head.fc1.bias", {kBoxFeatures}), {.relu = true});
}

// A 2x2 transposed convolution of stride 2 gives each output pixel one input pixel: it is a 1x1
// convolution to four groups of channels, one for each of the pixel's quarters (row, column).
Convolution TakeUpsampling(WeightReader& reader) {
  const HostTensor published =
      reader.Take("roi_heads.mask_head.deconv.weight", {kFeatures, kFeatures, 2, 2});
  const HostTensor bias = reader.Take("roi_heads.mask_head.deconv.bias", {kFeatures});
  HostTensor weight{{4 * kFeatures, kFeatures, 1, 1},
                    std::vector<float>(4 * kFeatures * kFeatures)};
  HostTensor biases{{4 * kFeatures}, {}};
  for (std::int64_t quarter = 0; quarter < 4; ++quarter) {
    biases.values.insert(biases.values.end(), bias.values.begin(), bias.values.end());
    for (std::int64_t out = 0; out < kFeatures; ++out) {
      for (std::int64_t in = 0; in < kFeatures; ++in) {
        weight.values[(quarter * kFeatures + out) * kFeatures + in] =
            published.values[(in * kFeatures + out) * 4 + quarter];
      }
    }
  }
  return Convolution(weight, biases, {.relu = true});
}

// relu(group norm) of one picture's maps, in place.
void NormalizeGroups(std::span<const float> weight, std::span<const float> bias, Maps& maps) {
  constexpr std::size_t kGroups = 32;
  constexpr double kEpsilon = 1e-5;
  const std::size_t height = static_cast<std::size_t>(maps.height), width = maps.width;
  const std::size_t channels = weight.size(), per_group = channels / kGroups;
  // Sums and sums of squares of each row, then of all: the same whatever the number of threads.
  std::vector<double> moments(2 * height * channels);
  ParallelFor(height, [&](std::size_t y) {
    double* const sums = &moments[2 * y * channels];
    double* const squares = sums + channels;
    for (std::size_t x = 0; x < width; ++x) {
      const float* const pixel = maps.At(0, static_cast<int>(y), static_cast<int>(x));
      for (std::size_t c = 0; c < channels; ++c) {
        const double value = pixel[c];
        sums[c] += value;
        squares[c] += value * value;
      }
    }
  });
  std::vector<float> factor(channels), offset(channels);
  const double count = static_cast<double>(height * width * per_group);
  for (std::size_t first = 0; first < channels; first += per_group) {
    double mean = 0, square = 0;
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t c = first; c < first + per_group; ++c) {
        mean += moments[2 * y * channels + c] / count;
        square += moments[(2 * y + 1) * channels + c] / count;
      }
    }
    for (std::size_t c = first; c < first + per_group; ++c) {
      const double scale = weight[c] / std::sqrt(square - mean * mean + kEpsilon);
      factor[c] = static_cast<float>(scale);
      offset[c] = static_cast<float>(bias[c] - mean * scale);
    }
  }
  ParallelFor(height, [&](std::size_t y) {
    for (std::size_t x = 0; x < width; ++x) {
      float* const pixel = maps.At(0, static_cast<int>(y), static_cast<int>(x));
      for (std::size_t c = 0; c < channels; ++c) {
        pixel[c] = std::max(0.f, pixel[c] * factor[c] + offset[c]);
      }
    }
  });
}

// Samples as one picture of a single row: linear layers made of convolutions are faster so.
Maps AsRow(Maps samples) {
  const int count = samples.batch;
  const int values = samples.height * samples.width * samples.channels;
  return Reshaped(std::move(samples), 1, 1, count, values);
}
Maps AsSamples(Maps row) {
  const int count = row.width, values = row.channels;
  return Reshaped(std::move(row), count, 1, 1, values);
}

}  // namespace

FeaturePyramid::FeaturePyramid(WeightReader& reader) {
  for (int level = 2; level <= 5; ++level) {
    lateral_.push_back(Take(reader, fmt::format("backbone.fpn_lateral{}", level),
                            {kFeatures, kFeatures << (level - 2), 1, 1}));
    output_.push_back(Take(reader, fmt::format("backbone.fpn_output{}", level),
                           {kFeatures, kFeatures, 3, 3}, {.padding = 1}));
  }
}

std::array<Maps, 5> FeaturePyramid::operator()(const std::array<Maps, 4>& res) const {
  std::array<Maps, 5> pyramid;
  Maps top_down = lateral_[3](res[3]);
  pyramid[3] = output_[3](top_down);
  for (int l = 2; l >= 0; --l) {
    top_down = lateral_[l].AddTo(res[l], RepeatTwice(top_down));
    pyramid[l] = output_[l](top_down);
  }
  pyramid[4] = EverySecond(pyramid[3]);
  return pyramid;
}

SemanticHead::SemanticHead(WeightReader& reader)
    : predictor_(
          Take(reader, "sem_seg_head.predictor", {kStuffChannels, kSemanticFeatures, 1, 1})) {
  for (int level = 2; level <= 5; ++level) {
    const int units = std::max(1, level - 2);
    for (int u = 0; u < units; ++u) {
      const std::string name = fmt::format("sem_seg_head.p{}.{}", level, 2 * u);
      const std::vector<std::int64_t> shape = {kSemanticFeatures,
                                               u == 0 ? kFeatures : kSemanticFeatures, 3, 3};
      branches_[level - 2].push_back(
          {Convolution(reader.Take(name + ".weight", shape), {}, {.padding = 1}),
           reader.Take(name + ".norm.weight", {kSemanticFeatures}).values,
           reader.Take(name + ".norm.bias", {kSemanticFeatures}).values});
    }
  }
}

Maps SemanticHead::operator()(std::span<const Maps> pyramid, const Trace& trace) const {
  Maps sum;
  for (std::size_t l = 0; l < branches_.size(); ++l) {
    Maps x;
    for (const Unit& unit : branches_[l]) {
      x = unit.convolution(&unit == branches_[l].data() ? pyramid[l] : x);
      NormalizeGroups(unit.norm_weight, unit.norm_bias, x);
      if (l > 0) x = ResizeBilinear(x, {2 * x.width, 2 * x.height});
    }
    if (trace) trace(fmt::format("sem_scale_head_p{}", l + 2), x);
    if (l == 0) {
      sum = std::move(x);
    } else {
      for (std::size_t i = 0; i < x.values.size(); ++i) sum.values[i] += x.values[i];
    }
  }
  return predictor_(sum);
}

RpnHead::RpnHead(WeightReader& reader)
    : shared_(Take(reader, "proposal_generator.rpn_head.conv", {kFeatures, kFeatures, 3, 3},
                   {.padding = 1, .relu = true})),
      objectness_(
          Take(reader, "proposal_generator.rpn_head.objectness_logits", {3, kFeatures, 1, 1})),
      deltas_(Take(reader, "proposal_generator.rpn_head.anchor_deltas", {12, kFeatures, 1, 1})) {}

RpnHead::Output RpnHead::operator()(const Maps& level) const {
  const Maps shared = shared_(level);
  return {objectness_(shared), deltas_(shared)};
}

Maps PoolRegions(std::span<const Maps> pyramid, std::span<const CornerBox> boxes, int size) {
  Maps pooled(static_cast<int>(boxes.size()), size, size, kFeatures);
  ParallelFor(boxes.size(), [&](std::size_t i) {
    const int level = PoolLevel(boxes[i]);
    const Maps& map = pyramid[level - 2];
    RoiAlign({map.values.data(), map.height, map.width, map.channels},
             1.f / static_cast<float>(1 << level), boxes[i], size,
             pooled.At(static_cast<int>(i), 0, 0));
  });
  return pooled;
}

BoxHead::BoxHead(WeightReader& reader)
    : fc1_(TakePooledLinear(reader)),
      fc2_(TakeLinear(reader, "roi_heads.box_head.fc2", kBoxFeatures, kBoxFeatures, true)),
      score_(TakeLinear(reader, "roi_heads.box_predictor.cls_score", kThingChannels + 1,
                        kBoxFeatures)),
      delta_(TakeLinear(reader, "roi_heads.box_predictor.bbox_pred", 4 * kThingChannels,
                        kBoxFeatures)) {}

BoxHead::Output BoxHead::operator()(Maps pooled) const {
  const Maps features = fc2_(fc1_(AsRow(std::move(pooled))));
  return {AsSamples(features), AsSamples(score_(features)), AsSamples(delta_(features))};
}

MaskHead::MaskHead(WeightReader& reader)
    : upsampling_(TakeUpsampling(reader)),
      predictor_(Take(reader, "roi_heads.mask_head.predictor", {kThingChannels, kFeatures, 1, 1})) {
  for (int i = 1; i <= 4; ++i) {
    convolutions_.push_back(Take(reader, fmt::format("roi_heads.mask_head.mask_fcn{}", i),
                                 {kFeatures, kFeatures, 3, 3}, {.padding = 1, .relu = true}));
  }
}

Maps MaskHead::operator()(const Maps& pooled) const {
  Maps x = convolutions_[0](pooled);
  for (std::size_t i = 1; i < convolutions_.size(); ++i) x = convolutions_[i](x);
  // The quarters of a pixel lie side by side in memory: four pixels of a longer row.
  const Maps quarters = predictor_(
      Reshaped(upsampling_(x), pooled.batch, kPooled, 4 * kPooled, static_cast<int>(kFeatures)));
  Maps logits(pooled.batch, kMaskSize, kMaskSize, kThingChannels);
  ParallelFor(static_cast<std::size_t>(pooled.batch) * kMaskSize, [&](std::size_t row) {
    const int box = static_cast<int>(row) / kMaskSize, y = static_cast<int>(row) % kMaskSize;
    for (int x_out = 0; x_out < kMaskSize; ++x_out) {
      std::copy_n(quarters.At(box, y / 2, x_out / 2 * 4 + y % 2 * 2 + x_out % 2), kThingChannels,
                  logits.At(box, y, x_out));
    }
  });
  return logits;
}

}  // namespace saccade
