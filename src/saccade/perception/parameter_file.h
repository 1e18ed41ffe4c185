#pragma once

#include <filesystem>

#include "saccade/formats/named_tensors.h"

namespace saccade {

// A network's parameters by name, from any file that holds them as a plain dictionary, told by
// content: a pickle of NumPy arrays (Detectron2's model_final_*.pkl), torch.save's file (zip or the
// stream before it), safetensors. Where the dictionary stands under the key "model" or
// "state_dict", that one is taken. Everything becomes float. Throws InputError.
NamedTensors ReadParameters(const std::filesystem::path& file);

}  // namespace saccade
