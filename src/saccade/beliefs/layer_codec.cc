#include "saccade/beliefs/layer_codec.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/half.h"
#include "saccade/formats/byte_stream.h"

namespace saccade {
namespace {

// A value as stored; 0 means the cell does not have the channel.
using Code = std::uint16_t;

Code CodeOf(float value, BeliefValues values) {
  if (values == BeliefValues::kHalf) {
    const Code code = HalfFromFloat(value);
    if (!std::isfinite(FloatFromHalf(code))) {
      throw InputError(fmt::format("belief {} does not fit in a half (65,504 at most)", value));
    }
    return (code & 0x7FFF) == 0 ? Code{1} : code;  // a tiny belief stays a belief
  }
  if (!(value > 0 && value <= 1)) {
    throw InputError(fmt::format(
        "belief {} is outside 0..1; store the values as halves instead of bytes", value));
  }
  return std::max<Code>(1, static_cast<Code>(std::lround(value * 255)));
}

float ValueOf(Code code, BeliefValues values) {
  return values == BeliefValues::kHalf ? FloatFromHalf(code) : static_cast<float>(code) / 255;
}

struct Run {
  int gap = 0;
  int first = 0;
  int length = 0;
  bool same = false;
};

using Plane = std::array<Code, Grid::kCells>;

int EqualFrom(const Plane& plane, int first) {
  int end = first + 1;
  while (end < Grid::kCells && plane[end] == plane[first]) ++end;
  return end - first;
}

// From three equal values on, saying so is shorter than repeating them.
constexpr int kWorthARun = 3;

std::vector<Run> RunsOf(const Plane& plane) {
  std::vector<Run> runs;
  int end_of_last = 0;
  for (int cell = 0; cell < Grid::kCells;) {
    if (plane[cell] == 0) {
      ++cell;
      continue;
    }
    Run run{cell - end_of_last, cell, EqualFrom(plane, cell), true};
    if (run.length < kWorthARun) {
      int end = cell;
      while (end < Grid::kCells && plane[end] != 0 && EqualFrom(plane, end) < kWorthARun) ++end;
      run.same = run.length == end - cell;
      run.length = end - cell;
    }
    runs.push_back(run);
    cell += run.length;
    end_of_last = cell;
  }
  return runs;
}

void PutCode(ByteWriter& out, Code code, BeliefValues values) {
  if (values == BeliefValues::kHalf) {
    out.Put(code);
  } else {
    out.Put(static_cast<std::uint8_t>(code));
  }
}

Code GetCode(ByteReader& in, BeliefValues values) {
  const Code code =
      values == BeliefValues::kHalf ? in.Get<std::uint16_t>() : Code{in.Get<std::uint8_t>()};
  if (code == 0 || !std::isfinite(ValueOf(code, values)))
    in.Refuse("a stored belief is 0 or infinite");
  return code;
}

struct Placed {
  std::uint16_t cell;
  BeliefEntry entry;
};

void DecodeChannel(ByteReader& in, BeliefValues values, std::uint8_t channel,
                   std::vector<Placed>& placed) {
  const std::uint64_t runs = in.GetVarint();
  std::uint64_t cell = 0;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::uint64_t gap = in.GetVarint();
    const std::uint64_t word = in.GetVarint();
    const std::uint64_t length = word / 2;
    if (gap > Grid::kCells || length == 0 || length > Grid::kCells ||
        cell + gap + length > Grid::kCells) {
      in.Refuse("a run of cells leaves the grid");
    }
    cell += gap;
    Code code = 0;
    for (std::uint64_t k = 0; k < length; ++k, ++cell) {
      if (k == 0 || word % 2 == 0) code = GetCode(in, values);
      placed.push_back({static_cast<std::uint16_t>(cell), {channel, ValueOf(code, values)}});
    }
  }
}

// Counting sort by cell; channels come in ascending order and stay so within a cell.
BeliefLayer LayerOf(const std::vector<Placed>& placed) {
  BeliefLayer layer;
  layer.entries.resize(placed.size());
  for (const Placed& p : placed) ++layer.offsets[p.cell + 1];
  for (int cell = 0; cell < Grid::kCells; ++cell) layer.offsets[cell + 1] += layer.offsets[cell];
  auto next = layer.offsets;
  for (const Placed& p : placed) layer.entries[next[p.cell]++] = p.entry;
  return layer;
}

}  // namespace

float StoredValue(float value, BeliefValues values) {
  return ValueOf(CodeOf(value, values), values);
}

std::string EncodeLayer(const BeliefLayer& layer, BeliefValues values) {
  std::vector<Plane> planes(kStateChannels);
  ChannelMask present;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(cell)) {
      planes[entry.channel][cell] = CodeOf(entry.value, values);
      present.set(entry.channel);
    }
  }
  ByteWriter out;
  for (int channel = 0; channel < kStateChannels; ++channel) {
    if (!present[channel]) continue;
    const Plane& plane = planes[channel];
    const std::vector<Run> runs = RunsOf(plane);
    out.Put(static_cast<std::uint8_t>(channel));
    out.PutVarint(runs.size());
    for (const Run& run : runs) {
      out.PutVarint(run.gap);
      out.PutVarint(2 * run.length + (run.same ? 1 : 0));
      for (int k = 0; k < (run.same ? 1 : run.length); ++k) {
        PutCode(out, plane[run.first + k], values);
      }
    }
  }
  return out.Take();
}

BeliefLayer DecodeLayer(std::span<const std::byte> bytes, BeliefValues values,
                        const std::filesystem::path& file) {
  ByteReader in(bytes, file);
  std::vector<Placed> placed;
  int last_channel = -1;
  while (!in.AtEnd()) {
    const auto channel = in.Get<std::uint8_t>();
    if (channel <= last_channel || channel >= kStateChannels) {
      in.Refuse(fmt::format("channel {} is out of order or unknown", channel));
    }
    last_channel = channel;
    DecodeChannel(in, values, channel, placed);
  }
  return LayerOf(placed);
}

}  // namespace saccade
