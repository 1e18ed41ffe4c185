#pragma once

#include <span>
#include <vector>

#include "saccade/beliefs/cell_set.h"

namespace saccade {

// The logits with minus infinity in the cells of `closed`: a softmax then gives them nothing.
std::vector<float> WithoutCells(std::span<const float> logits, const CellSet& closed);
// Numerically safe softmax and its logarithm at one place.
void Softmax(std::span<const float> logits, std::span<float> probabilities);
float LogSoftmaxAt(std::span<const float> logits, int index);

}  // namespace saccade
