#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "saccade/kernels/aligned_vector.h"
#include "saccade/perception/network_input.h"

namespace saccade {

// Memory that is always written before it is read: nothing spends a pass on setting it to zero.
template <typename T>
struct UnsetAllocator : CacheLineAllocator<T> {
  UnsetAllocator() = default;
  template <typename U>
  UnsetAllocator(const UnsetAllocator<U>&) {}  // NOLINT: allocators convert

  template <typename U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
};

using UnsetFloats = std::vector<float, UnsetAllocator<float>>;

// Activations of a network for a batch of pictures, channels last: what convolution.h takes and
// gives. The operators below are those of the networks here that are no convolutions; they run on
// Threads() threads and depend on their arguments only.
struct Maps {
  int batch = 0, height = 0, width = 0, channels = 0;
  UnsetFloats values;  // [batch][height][width][channels]

  Maps() = default;
  // Values are not set.
  Maps(int batch_size, int rows, int columns, int channel_count)
      : batch(batch_size),
        height(rows),
        width(columns),
        channels(channel_count),
        values(static_cast<std::size_t>(batch_size) * rows * columns * channel_count) {}

  float* At(int sample, int y, int x) { return values.data() + Index(sample, y, x); }
  const float* At(int sample, int y, int x) const { return values.data() + Index(sample, y, x); }

 private:
  std::size_t Index(int sample, int y, int x) const {
    return ((static_cast<std::size_t>(sample) * height + y) * width + x) * channels;
  }
};

// The same values as maps of another size.
Maps Reshaped(Maps maps, int batch, int height, int width, int channels);
// The values as [batch][channel][row][column].
std::vector<float> ChannelsFirst(const Maps& maps);

// 3x3 maxima, stride 2, padding 1.
Maps MaxPool(const Maps& in);
// Every second row and column, from the first on.
Maps EverySecond(const Maps& in);
// Every pixel twice in both directions.
Maps RepeatTwice(const Maps& in);
// Means of blocks of `size` x `size`, which must fill the maps.
Maps AverageBlocks(const Maps& in, int size);
// Bilinear, with half-pixel centres (semantic_labels.h).
Maps ResizeBilinear(const Maps& in, PixelSize size);

}  // namespace saccade
