#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "saccade/beliefs/belief_map.h"

namespace saccade {

// How a stored value is written: 1/255 steps in 0..1, or IEEE half for anything else.
enum class BeliefValues : std::uint8_t { kByte = 0, kHalf = 1 };

// The value that comes back when `value` was stored: the nearest 1/255 (never 0) or half.
float StoredValue(float value, BeliefValues values);

// A layer as runs of cells, channel by channel; segments are large and even, so a picture takes a
// few hundred bytes. For each channel that occurs: its number (8 bits), the number of runs, and for
// each run the number of empty cells since the last one, 2 * length + same, then one value if
// `same` is 1, else one a cell. Counts are varints, cells are in raster order (docs/formats.md).
// Throws InputError when 8 bits cannot hold a value.
std::string EncodeLayer(const BeliefLayer& layer, BeliefValues values);

// The layer again, entries by cell. Any bytes are safe: what is not a layer throws InputError with
// `file` and the byte.
BeliefLayer DecodeLayer(std::span<const std::byte> bytes, BeliefValues values,
                        const std::filesystem::path& file);

}  // namespace saccade
