#pragma once

#include <cstddef>
#include <span>

namespace saccade {

// Sums and products of plain arrays at the current width. `to` has room for as many values as
// `from`, and neither overlaps the other.

// to += from
void AddValues(std::span<const float> from, float* to);
// to += factor * from
void AddScaled(float factor, const float* from, std::size_t count, float* to);
// to = factor * to + from
void ScaleAndAdd(float factor, std::span<const float> from, std::span<float> to);
// Zeroes the values whose activation is not positive: ReLU's backward.
void MaskBy(std::span<const float> activation, std::span<float> values);
// start + a b, summed in 16 lanes and then lane by lane: the order is the same at every width.
float Dot(float start, std::span<const float> a, const float* b);

// A 1x1 convolution of 32 maps to one, at `count` cells: maps 0 to 15 of cell i at low + i *
// stride, 16 to 31 at high + i * stride.
void LastLayer(const float* low, const float* high, std::size_t stride, const float* weights,
               float start, int count, float* out);
// Its gradient for a block of 16 of the maps: adds to 16 `sums`, overwrites `to`.
void LastLayerGradient(const float* gradients, const float* active, const float* weights, int cells,
                       float* sums, float* to);

}  // namespace saccade
