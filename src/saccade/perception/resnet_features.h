#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "saccade/formats/named_tensors.h"
#include "saccade/image/picture.h"
#include "saccade/image/picture_features.h"
#include "saccade/scene/frame.h"

namespace saccade {

// What the detector, the fixation heuristic and CFI see of a picture: 1024 channels on the 20x32
// grid (appendix, "Comparing different state representations").
//   ImageNet's ResNet-50 (names as torchvision has them): the fourth stage, stride 16.
//   Panoptic-FPN (Detectron2's names): p2 to p5, 256 channels each, averaged or interpolated to the
//   grid: the paper's ResNet-50-FPN.
class FeatureExtractor {
 public:
  // Any file of parameter_file.h; which network it is follows from the names. `threads` of one
  // call; 0: Threads(). Throws InputError.
  explicit FeatureExtractor(const std::filesystem::path& weights, int threads = 0);
  ~FeatureExtractor();
  FeatureExtractor(FeatureExtractor&&) noexcept;
  FeatureExtractor& operator=(FeatureExtractor&&) noexcept;

  // `image` in the image frame, 512x320. Thread-safe. Throws InputError for another size.
  PictureFeatures Extract(const Picture& image) const;

  // For fine-tuning: what enters the last `blocks` (1 to kLastStageBlocks) blocks of the fourth
  // stage, on the 20x32 grid (1024 channels; 512 before the whole stage), and the weights of these
  // blocks (nn/residual_blocks.h). Throws InputError for Panoptic-FPN, whose features are made of
  // several stages.
  PictureFeatures ExtractBefore(int blocks, const Picture& image) const;
  NamedTensors LastBlocks(int blocks) const;

  // Of the cumulative foveated image after these fixations (image/foveation.h).
  PictureFeatures ExtractFoveated(const Picture& image,
                                  std::span<const PointInImage> fixations) const;

  // Network and weights, with a checksum of the file: what a cache's entries depend on.
  const std::string& Description() const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace saccade
