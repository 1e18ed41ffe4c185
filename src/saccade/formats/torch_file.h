#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "saccade/formats/named_tensors.h"

namespace saccade {

// How the tensors stand in the file. kStateDict: what torch.load() returns goes to
// Module.load_state_dict(). kCheckpoint: the authors' dictionary, {"global_step": N, "model":
// state dict}, without an optimiser's state.
struct TorchFileOptions {
  enum class Layout { kStateDict, kCheckpoint };
  Layout layout = Layout::kStateDict;
  std::int64_t global_step = 0;
};

// Writes tensors as torch.save() would: a zip archive, nothing compressed, with the dictionary
// pickled in archive/data.pkl (protocol 2) and every tensor's floats, 64-byte aligned, in
// archive/data/N. Python's torch.load() reads it, with weights_only too. Atomic; the same tensors
// give the same bytes. Throws InputError when a tensor's shape and number of values disagree,
// Failure when the disk refuses or the file would pass the 4 GB of a plain zip.
void WriteTorchFile(const std::filesystem::path& path, const NamedTensors& tensors,
                    const TorchFileOptions& options = {});

}  // namespace saccade
