#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "saccade/formats/named_tensors.h"

namespace saccade {

// Writes a policy or discriminator (tensors without prefix) as a TorchScript module that torch.jit
// loads without any class of ours:
//   policy(beliefs, task) -> (logits [N, 640], probabilities [N, 640], value [N, 1])
//   discriminator(beliefs, task) -> (logits [N, 640], reward [N, 640] = log D)
// with beliefs [N, channels, 20, 32] and task [N, 18] one-hot. A policy without critic has no
// value; one with gaze prior takes a third input, gaze [N, 2, 20, 32], as in onnx_export.h, and its
// map is one of goals: the landing (landing.h) is left to the reader of the file. Parameters keep
// their names (feat_enc.weight); `constants` (a model's calibration) become attributes. Atomic.
// Throws InputError when the tensors are neither network, Failure when the disk refuses.
void WriteTorchScript(const std::filesystem::path& path, const NamedTensors& tensors,
                      const std::map<std::string, double>& constants = {});

}  // namespace saccade
