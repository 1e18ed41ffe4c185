#pragma once

namespace saccade {

// The elementwise half of a convolutional LSTM (conv_lstm.h has the equations) for one state.
// Beliefs, memory and what the convolution of the beliefs adds to the gates are maps in oneDNN's
// layout, [block of 16][cell][16]; gates are [cell][i, f, g, o][16 * blocks], as sparse_gates.h
// makes them.

// `gates`: the input's share before, i, f, g and o after. `from_beliefs` (4 * blocks of maps) and
// `before`, the memory, are nullptr where both are zero.
void UpdateCells(int blocks, const float* from_beliefs, const float* before, float* gates,
                 float* memory, float* beliefs);

// `gates`: as UpdateCells left them, their slopes before the activations after. `memory_slope`: of
// what follows in time; the slope of `before` after. `from_beliefs_slope`: added to; nullptr where
// `before` is.
void UpdateCellsBackward(int blocks, const float* before, const float* memory,
                         const float* beliefs_slope, float* gates, float* memory_slope,
                         float* from_beliefs_slope);

}  // namespace saccade
