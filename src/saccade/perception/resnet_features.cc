#include "saccade/perception/resnet_features.h"

#include <cstddef>
#include <string>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/foveation.h"
#include "saccade/nn/residual_blocks.h"
#include "saccade/perception/parameter_file.h"
#include "saccade/perception/resnet_features_impl.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

// (pixel - mean) / deviation, red, green, blue.
struct Normalisation {
  std::array<float, 3> mean;
  std::array<float, 3> deviation;
};
constexpr Normalisation kImageNet = {{123.675f, 116.28f, 103.53f}, {58.395f, 57.12f, 57.375f}};
constexpr Normalisation kDetectron2 = {{123.675f, 116.28f, 103.53f}, {1.f, 1.f, 1.f}};

bool IsDetectron2(const NamedTensors& weights) {
  return weights.contains("backbone.bottom_up.stem.conv1.weight");
}

// Whose output the features are: torchvision's layer3.
constexpr int kStage = 4;

void CheckSize(const Picture& image) {
  if (image.width == kImageSize.width && image.height == kImageSize.height) return;
  throw InputError(fmt::format("features are of pictures of 512x320; this one has {}x{}",
                               image.width, image.height));
}

PictureFeatures OnGrid(const Maps& maps) {
  return {maps.channels, Grid::kRows, Grid::kColumns, ChannelsFirst(maps)};
}

}  // namespace

void FeatureExtractor::Impl::CheckCut(int blocks) const {
  if (pyramid) {
    throw InputError(
        "features of Panoptic-FPN (p2 to p5) cannot be fine-tuned; give --features-from the "
        "weights of ImageNet's ResNet-50, or leave fine_tune out");
  }
  if (blocks < 1 || blocks > kLastStageBlocks) {
    throw InputError(
        fmt::format("ResNet-50 cannot be cut before its last {} blocks; its fourth "
                    "stage has {}",
                    blocks, kLastStageBlocks));
  }
}

Maps FeatureExtractor::Impl::Prepare(const Picture& picture) const {
  const Normalisation& how = pyramid ? kDetectron2 : kImageNet;
  Maps pixels(1, picture.height, picture.width, 3);
  float* const out = pixels.values.data();
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
    for (std::size_t c = 0; c < 3; ++c) {
      // Detectron2's networks take blue first.
      out[i + (pyramid ? 2 - c : c)] =
          (static_cast<float>(picture.rgb[i + c]) - how.mean[c]) / how.deviation[c];
    }
  }
  return pixels;
}

FeatureExtractor::FeatureExtractor(const std::filesystem::path& weights, int threads) {
  UseThreads(threads);
  const NamedTensors tensors = ReadParameters(weights);
  // What is left over (the classifier, the other heads) is of no use here: Finish() is asked only
  // about what is missing, so the reader sees the network's own names.
  const bool detectron2 = IsDetectron2(tensors);
  NamedTensors own;
  for (const auto& [name, tensor] : tensors) {
    if (detectron2 ? name.starts_with("backbone.") : !name.starts_with("fc.")) own[name] = tensor;
  }
  WeightReader reader(own, weights);
  ResNet50 backbone(reader, detectron2 ? ResNetNames::kDetectron2 : ResNetNames::kTorchvision);
  std::optional<FeaturePyramid> pyramid;
  if (detectron2) pyramid.emplace(reader);
  reader.Finish();
  const MappedFile file(weights);
  impl_ = std::make_unique<Impl>(Impl{
      fmt::format("{} {:016x}", detectron2 ? "ResNet-50-FPN" : "ResNet-50", Checksum(file.bytes())),
      threads, std::move(backbone), std::move(pyramid)});
}

FeatureExtractor::~FeatureExtractor() = default;
FeatureExtractor::FeatureExtractor(FeatureExtractor&&) noexcept = default;
FeatureExtractor& FeatureExtractor::operator=(FeatureExtractor&&) noexcept = default;

const std::string& FeatureExtractor::Description() const { return impl_->description; }

PictureFeatures FeatureExtractor::Extract(const Picture& image) const {
  CheckSize(image);
  UseThreads(impl_->threads);
  const ResNet50::Stages stages =
      impl_->backbone(impl_->Prepare(image), impl_->pyramid ? 5 : kStage);
  if (!impl_->pyramid) return OnGrid(stages.res[kStage - 2]);
  const auto levels = (*impl_->pyramid)(stages.res);
  PictureFeatures features = OnGrid(AverageBlocks(levels[0], 4));
  for (const Maps& maps : {AverageBlocks(levels[1], 2), levels[2],
                           ResizeBilinear(levels[3], {Grid::kColumns, Grid::kRows})}) {
    const std::vector<float> values = ChannelsFirst(maps);
    features.values.insert(features.values.end(), values.begin(), values.end());
    features.channels += maps.channels;
  }
  return features;
}

PictureFeatures FeatureExtractor::ExtractBefore(int blocks, const Picture& image) const {
  impl_->CheckCut(blocks);
  CheckSize(image);
  UseThreads(impl_->threads);
  return OnGrid(impl_->backbone.BeforeLast(impl_->Prepare(image), kStage, blocks));
}

NamedTensors FeatureExtractor::LastBlocks(int blocks) const {
  impl_->CheckCut(blocks);
  return impl_->backbone.LastBlocks(kStage, blocks);
}

PictureFeatures FeatureExtractor::ExtractFoveated(const Picture& image,
                                                  std::span<const PointInImage> fixations) const {
  std::vector<PointInPhoto> points;
  for (const PointInImage& fixation : fixations) points.push_back({fixation.x, fixation.y});
  return Extract(Foveate(image, points));
}

}  // namespace saccade
