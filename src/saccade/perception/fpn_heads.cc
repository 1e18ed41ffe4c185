#include "saccade/perception/fpn_heads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

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

at::Tensor ToTensor(const HostTensor& values) {
  return at::tensor(values.values, at::kFloat).reshape(values.shape);
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

at::Tensor UpsampleTwice(const at::Tensor& x) {
  return at::upsample_bilinear2d(x, {2 * x.size(2), 2 * x.size(3)}, /*align_corners=*/false);
}

// Rows of samples as one picture of a single row, for linear layers made of convolutions, and back.
at::Tensor AsRow(const at::Tensor& samples) {  // [n][c] -> [1][c][1][n]
  return samples.t()
      .reshape({1, samples.size(1), 1, samples.size(0)})
      .contiguous(at::MemoryFormat::ChannelsLast);
}
at::Tensor AsSamples(const at::Tensor& row) {  // [1][c][1][n] -> [n][c]
  return row.permute({0, 2, 3, 1}).reshape({row.size(3), row.size(1)});
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

std::array<at::Tensor, 5> FeaturePyramid::operator()(const std::array<at::Tensor, 4>& res) const {
  std::array<at::Tensor, 5> pyramid;
  at::Tensor top_down = lateral_[3](res[3]);
  pyramid[3] = output_[3](top_down);
  for (int l = 2; l >= 0; --l) {
    top_down =
        lateral_[l].AddTo(res[l], at::upsample_nearest2d(top_down, {res[l].size(2), res[l].size(3)})
                                      .contiguous(at::MemoryFormat::ChannelsLast));
    pyramid[l] = output_[l](top_down);
  }
  using at::indexing::Slice;
  pyramid[4] = pyramid[3]
                   .index({Slice(), Slice(), Slice(at::indexing::None, at::indexing::None, 2),
                           Slice(at::indexing::None, at::indexing::None, 2)})
                   .contiguous(at::MemoryFormat::ChannelsLast);
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
           ToTensor(reader.Take(name + ".norm.weight", {kSemanticFeatures})),
           ToTensor(reader.Take(name + ".norm.bias", {kSemanticFeatures}))});
    }
  }
}

at::Tensor SemanticHead::operator()(std::span<const at::Tensor> pyramid, const Trace& trace) const {
  constexpr std::int64_t kGroups = 32;
  at::Tensor sum;
  for (std::size_t l = 0; l < branches_.size(); ++l) {
    at::Tensor x = pyramid[l];
    for (const Unit& unit : branches_[l]) {
      x = at::group_norm(unit.convolution(x), kGroups, unit.norm_weight, unit.norm_bias, 1e-5);
      x = x.relu_();
      if (l > 0) x = UpsampleTwice(x);
    }
    if (trace) trace(fmt::format("sem_scale_head_p{}", l + 2), x.clone());  // summed in place
    sum = l == 0 ? x : sum.add_(x);
  }
  return predictor_(sum);
}

RpnHead::RpnHead(WeightReader& reader)
    : shared_(Take(reader, "proposal_generator.rpn_head.conv", {kFeatures, kFeatures, 3, 3},
                   {.padding = 1, .relu = true})),
      objectness_(
          Take(reader, "proposal_generator.rpn_head.objectness_logits", {3, kFeatures, 1, 1})),
      deltas_(Take(reader, "proposal_generator.rpn_head.anchor_deltas", {12, kFeatures, 1, 1})) {}

RpnHead::Output RpnHead::operator()(const at::Tensor& level) const {
  const at::Tensor shared = shared_(level);
  return {objectness_(shared), deltas_(shared)};
}

at::Tensor PoolRegions(std::span<const at::Tensor> pyramid, std::span<const CornerBox> boxes,
                       int size) {
  at::Tensor pooled =
      at::empty({std::ssize(boxes), kFeatures, size, size},
                at::TensorOptions(at::kFloat).memory_format(at::MemoryFormat::ChannelsLast));
  float* const out = pooled.data_ptr<float>();
  const std::size_t per_box = static_cast<std::size_t>(kFeatures) * size * size;
  ParallelFor(boxes.size(), [&](std::size_t i) {
    const int level = PoolLevel(boxes[i]);
    const at::Tensor& map = pyramid[level - 2];
    RoiAlign({map.data_ptr<float>(), static_cast<int>(map.size(2)), static_cast<int>(map.size(3)),
              static_cast<int>(map.size(1))},
             1.f / static_cast<float>(1 << level), boxes[i], size, out + i * per_box);
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

BoxHead::Output BoxHead::operator()(const at::Tensor& pooled) const {
  const std::int64_t boxes = pooled.size(0);
  const at::Tensor samples = pooled.permute({0, 2, 3, 1}).reshape({boxes, -1});
  const at::Tensor features = fc2_(fc1_(AsRow(samples)));
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

at::Tensor MaskHead::operator()(const at::Tensor& pooled) const {
  at::Tensor x = pooled;
  for (const Convolution& convolution : convolutions_) x = convolution(x);
  const std::int64_t boxes = x.size(0);
  // The quarters of a pixel lie side by side in memory: four pixels of a longer row.
  const at::Tensor quarters = upsampling_(x)
                                  .permute({0, 2, 3, 1})
                                  .reshape({boxes, kPooled, 4 * kPooled, kFeatures})
                                  .permute({0, 3, 1, 2});
  const at::Tensor logits = predictor_(quarters);  // [boxes][80][14][14 * (2 * 2)]
  return logits.reshape({boxes, kThingChannels, kPooled, kPooled, 2, 2})
      .permute({0, 1, 2, 4, 3, 5})
      .reshape({boxes, kThingChannels, kMaskSize, kMaskSize});
}

}  // namespace saccade
