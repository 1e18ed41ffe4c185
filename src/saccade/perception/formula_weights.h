#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/image/picture.h"

namespace saccade {

// Parameters and pictures made by a formula of integers, the same on every machine: what networks
// are tested and timed with where trained weights are not to be had. Results mean nothing to the
// eye.

struct FormulaOptions {
  double offset = 0;
  double scale = 1;
  // If over 0, every second run of this length negates the one before.
  std::int64_t pair_stride = 0;
};

// `count` values in [offset - scale, offset + scale), drawn from the name's hash.
std::vector<float> FormulaValues(std::string_view name, std::int64_t count,
                                 const FormulaOptions& options = {});

// Every parameter that a params.json lists: names, shapes, formula constants, single elements set
// otherwise. Throws InputError when the file is not one.
NamedTensors FormulaWeights(const std::filesystem::path& params_json);

// Coloured cells of `cell` pixels with texture and stripes.
Picture FormulaPicture(int width, int height, int cell);

}  // namespace saccade
