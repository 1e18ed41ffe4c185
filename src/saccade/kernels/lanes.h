#pragma once

namespace saccade {

// Maps stand in blocks of 16, a cache line of floats: all channel counts are multiples of 16 or
// padded to one.
inline constexpr int kLanes = 16;

// The least multiple of 16 that holds `channels`.
constexpr int PadTo16(int channels) { return (channels + kLanes - 1) / kLanes * kLanes; }

}  // namespace saccade
