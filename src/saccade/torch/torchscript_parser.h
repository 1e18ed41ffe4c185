#pragma once

#include <filesystem>
#include <memory>

#include "saccade/perception/parser.h"

namespace saccade {

// Any panoptic model that PyTorch can script or trace, as long as its forward keeps this contract:
//   forward(picture: uint8 [3, H, W], RGB) -> Tuple[Tensor, Tensor]
//     ids       [H, W], an integer type: 0 for unlabelled, else a segment's id (1 to 2^24 - 1)
//     segments  [N, 3], float: id, COCO panoptic category id, score in 0..1 (1 for stuff)
// Every id of the map must be among the segments. Resizing and normalising are the model's own
// matter. The contract is tried at load with a small grey picture: InputError says what was broken.
std::unique_ptr<Parser> LoadTorchScriptParser(const std::filesystem::path& file, int threads = 0);

}  // namespace saccade
