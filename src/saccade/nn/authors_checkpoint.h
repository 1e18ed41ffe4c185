#pragma once

#include <cstdint>
#include <filesystem>

#include "saccade/formats/named_tensors.h"
#include "saccade/formats/pickle_value.h"
#include "saccade/nn/network_layout.h"

namespace saccade {

// The authors' trained networks: what their Python saves with torch.save (trained_generator.pkg,
// trained_discriminator.pkg), as pickle stream or as zip. Either {"global_step", "model", "optim"}
// or the bare state dict that "model" holds; tensors may say that they lay on a GPU.
struct AuthorsCheckpoint {
  NetworkLayout layout;
  NamedTensors tensors;  // "conv1.weight", without the network's name
  std::int64_t global_step = 0;
};

// Throws InputError, naming file and tensor, for anything that is not one of the two networks.
AuthorsCheckpoint ReadAuthorsCheckpoint(const std::filesystem::path& path);

// Every tensor of a dictionary as float. Entries that are no tensors (a state dict's counters) are
// an InputError, as are keys that are no text.
NamedTensors NamedTensorsOf(const PickleValue& state_dict, const std::filesystem::path& path);

}  // namespace saccade
