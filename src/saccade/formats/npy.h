#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "saccade/formats/pickle_value.h"
#include "saccade/formats/tensor.h"

namespace saccade {

// NumPy's .npy files, versions 1 to 3: numbers of f2 f4 f8 u1 i1 i2 i4 i8 b1 in either byte order,
// in rows or columns. All throw InputError for anything else, with file and place.

// An array of numbers.
Tensor ReadNpy(const std::filesystem::path& path);
Tensor ParseNpy(std::span<const std::byte> bytes, const std::filesystem::path& file);

// Also arrays of Python objects, such as the authors' bbox_annos.npy and clusters.npy, read by the
// restricted unpickler: one object stands for itself, several are a list.
PickleValue ParseNpyObjects(std::span<const std::byte> bytes, const std::filesystem::path& file);

// Version 1, in rows; the data begins at a multiple of 64 bytes, as NumPy has it.
std::string EncodeNpy(const Tensor& tensor);
void WriteNpy(const std::filesystem::path& path, const Tensor& tensor);

}  // namespace saccade
