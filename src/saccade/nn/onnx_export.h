#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "saccade/formats/named_tensors.h"

namespace saccade {

// Writes a policy or discriminator (tensors without prefix) as an ONNX model, opset 13, for ONNX
// Runtime and everything else that reads it. Batches of any size N:
//   inputs   beliefs [N, channels, 20, 32], task [N, 18] one-hot; for a policy with gaze prior also
//            gaze [N, 2, 20, 32]: 1 at the current fixation, in the first map for the first
//            saccade, in the second for later ones, 0 elsewhere (everywhere: no prior)
//   outputs  policy: logits [N, 640], probabilities [N, 640], value [N, 1] (with a critic); with
//            gaze prior of goals: the landing (landing.h) is left to the reader of the file
//            discriminator: logits [N, 640], reward [N, 640] = log D
// `constants` (a model's calibration) go into the file's metadata. Atomic. Throws InputError when
// the tensors are neither network, Failure when the disk refuses.
void WriteOnnx(const std::filesystem::path& path, const NamedTensors& tensors,
               const std::map<std::string, double>& constants = {});

// The model's bytes.
std::string OnnxModel(const NamedTensors& tensors,
                      const std::map<std::string, double>& constants = {});

}  // namespace saccade
