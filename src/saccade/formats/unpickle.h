#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "saccade/formats/pickle_value.h"

namespace saccade {

// Reads what Python's pickle and torch.save write, without ever running anything: a pickle is a
// program that may name any function; here the few names that make tensors, arrays, dtypes and
// OrderedDicts are built in, and every other is refused by its name. Memory is bounded by 48
// times the file and 64 MB, depth by 200 levels. Protocols 0 to 5 (out-of-band buffers excepted).
//
// All throw InputError with file and byte for anything that is not such a file.

// A plain pickle (.pkl), such as Detectron2's dictionaries of NumPy arrays.
PickleValue ReadPickle(const std::filesystem::path& path);

// torch.save's file: the zip archive of PyTorch 1.6 and later, or the pickle stream before it.
// Storages on any device are read as they lie in the file.
//   const PickleValue checkpoint = ReadTorchFile("trained_discriminator.pkg");
//   const Tensor& weight = checkpoint["model"]["conv1.weight"].AsTensor();
PickleValue ReadTorchFile(const std::filesystem::path& path);

// The same from memory; `file` is for messages.
PickleValue ParsePickle(std::span<const std::byte> bytes, const std::filesystem::path& file);
PickleValue ParseTorchFile(std::span<const std::byte> bytes, const std::filesystem::path& file);

}  // namespace saccade
