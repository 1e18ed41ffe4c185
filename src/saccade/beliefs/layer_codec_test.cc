#include "saccade/beliefs/layer_codec.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Areas of equal value, single cells and noise, as segmentations have them.
BeliefLayer RandomLayer(std::uint64_t seed, double fill) {
  Random random(seed);
  std::vector<float> dense(kStateChannels * Grid::kCells, 0.0f);
  for (int k = 0; k < 30; ++k) {
    const int channel = static_cast<int>(random.Below(kStateChannels));
    const int first = static_cast<int>(random.Below(Grid::kCells));
    const int end = std::min<int>(Grid::kCells, first + 1 + static_cast<int>(random.Below(90)));
    const float value = static_cast<float>(random.Below(255) + 1) / 255;
    for (int cell = first; cell < end; ++cell) dense[channel * Grid::kCells + cell] = value;
  }
  for (float& value : dense) {
    if (random.Uniform() < fill) value = static_cast<float>(random.Below(255) + 1) / 255;
  }
  return SparseFromDense(dense);
}

TEST(LayerCodec, WhatIsWrittenComesBack) {
  for (const double fill : {0.0, 0.01, 0.5, 1.0}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(fmt::format("fill {} seed {}", fill, seed));
      const BeliefLayer layer = RandomLayer(seed, fill);
      EXPECT_EQ(
          DecodeLayer(Bytes(EncodeLayer(layer, BeliefValues::kByte)), BeliefValues::kByte, "f"),
          layer);
    }
  }
}

TEST(LayerCodec, AnEmptyLayerHasNoBytes) {
  EXPECT_EQ(EncodeLayer({}, BeliefValues::kByte), "");
  EXPECT_EQ(DecodeLayer({}, BeliefValues::kByte, "f"), BeliefLayer{});
}

TEST(LayerCodec, ABytesPlacesAreAsDocumented) {
  // Channel 5 in cells 2, 3, 4 with value 1: one run, gap 2, 2 * 3 + 1, 255.
  std::vector<float> dense(6 * Grid::kCells, 0.0f);
  for (const int cell : {2, 3, 4}) dense[5 * Grid::kCells + cell] = 1;
  EXPECT_EQ(EncodeLayer(SparseFromDense(dense), BeliefValues::kByte), "\x05\x01\x02\x07\xFF");
}

TEST(LayerCodec, BytesAreWithinHalfAStepAndNeverZero) {
  for (const float value : {1e-6f, 0.001f, 0.3f, 0.5f, 0.873f, 1.0f}) {
    const float stored = StoredValue(value, BeliefValues::kByte);
    EXPECT_GT(stored, 0);
    EXPECT_NEAR(stored, value, value < 0.003 ? 1.0 / 255 : 0.5 / 255 + 1e-6);
    EXPECT_NEAR(StoredValue(value, BeliefValues::kHalf), value, value * 0x1.0p-11 + 0x1.0p-25);
  }
  EXPECT_EQ(StoredValue(1, BeliefValues::kByte), 1.0f);
}

TEST(LayerCodec, ValuesThatDoNotFitAreRefused) {
  EXPECT_THROW(StoredValue(1.5f, BeliefValues::kByte), InputError);
  EXPECT_THROW(StoredValue(-0.5f, BeliefValues::kByte), InputError);
  EXPECT_EQ(StoredValue(-1.5f, BeliefValues::kHalf), -1.5f);
  EXPECT_THROW(StoredValue(1e6f, BeliefValues::kHalf), InputError);
  EXPECT_THROW(StoredValue(std::nanf(""), BeliefValues::kHalf), InputError);
}

TEST(LayerCodec, BytesThatAreNoLayerAreRefused) {
  const auto decode = [](const std::string& bytes) {
    return DecodeLayer(Bytes(bytes), BeliefValues::kByte, "f");
  };
  EXPECT_THROW(decode("\x05"), InputError);                       // ends early
  EXPECT_THROW(decode({"\x05\x01\x00\x01\xFF", 5}), InputError);  // a run of no cells
  EXPECT_THROW(decode({"\x05\x01\x00\x03\x00", 5}), InputError);  // value 0
  EXPECT_THROW(decode("\xFE\x01\x02\x03\xFF"), InputError);       // channel 254
  EXPECT_THROW(decode("\x05\x01\x02\x03\xFF\x05\x01\x02\x03\xFF"), InputError);  // channel twice
  EXPECT_THROW(decode("\x05\x01\xFF\x04\x07\xFF"), InputError);                  // cell 639 + 3
  EXPECT_THROW(decode("\x05\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
               InputError);  // endless number
}

}  // namespace
}  // namespace saccade
