#include "saccade/beliefs/saliency.h"

#include <gtest/gtest.h>

#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/npy.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

Tensor FloatTensor(std::vector<std::int64_t> shape, const std::vector<float>& values) {
  Tensor tensor{DType::kFloat32, std::move(shape), {}};
  tensor.bytes.resize(values.size() * sizeof(float));
  std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

TEST(SaliencyOnGrid, AMapOfTheGridIsTakenAsItIs) {
  Raster<float> map(32, 20);
  for (int i = 0; i < 640; ++i) map.values[i] = static_cast<float>(i) / 640;
  const std::vector<float> grid = SaliencyOnGrid(map);
  for (int i = 0; i < 640; ++i) EXPECT_FLOAT_EQ(grid[i], map.values[i]) << i;
}

TEST(SaliencyOnGrid, ALargeMapIsAveragedByCell) {
  Raster<float> map(512, 320, 0);
  for (int y = 16 * 3; y < 16 * 4; ++y) {
    for (int x = 16 * 20; x < 16 * 20 + 4; ++x) map.At(x, y) = 1;
  }
  const std::vector<float> grid = SaliencyOnGrid(map);
  EXPECT_FLOAT_EQ(grid[32 * 3 + 20], 0.25f);
  EXPECT_FLOAT_EQ(grid[32 * 3 + 21], 0);
  EXPECT_FLOAT_EQ(grid[32 * 2 + 20], 0);
}

TEST(SaliencyOnGrid, AMapOfTheBarePhotoIsPadded) {
  // A square photo fills columns 6 to 25.
  const std::vector<float> grid = SaliencyOnGrid(Raster<float>(40, 40, 0.5f));
  EXPECT_FLOAT_EQ(grid[32 * 10 + 5], 0);
  EXPECT_FLOAT_EQ(grid[32 * 10 + 6], 0.5f);
  EXPECT_FLOAT_EQ(grid[32 * 10 + 25], 0.5f);
  EXPECT_FLOAT_EQ(grid[32 * 10 + 26], 0);
}

TEST(Saliency, StandsBehindTheClassesAsChannel134) {
  std::vector<float> dense(134 * 640, 0.0f);
  dense[3 * 640 + 7] = 1;
  BeliefLayer layer = SparseFromDense(dense);
  SetSaliency(layer, std::vector<float>(640, 0.25f));
  SetSaliency(layer, std::vector<float>(640, 0.5f));
  EXPECT_EQ(layer.Value(7, 3), 1.0f);
  EXPECT_EQ(layer.Value(7, kSaliencyChannel), 0.5f);
  EXPECT_EQ(layer.entries.size(), 641u);
}

TEST(SaliencySource, ReadsAStackWithNamesAndAFolder) {
  const testing::TemporaryFolder folder;
  std::vector<float> values(2 * 640, 0.25f);
  values[640 + 5] = 4;  // over 1: the second map is divided by 4
  WriteNpy(folder / "stack.npy", FloatTensor({2, 20, 32}, values));
  WriteFileAtomically(folder / "names.txt", "a.jpg\nb.jpg\n");
  const SaliencySource stack = SaliencySource::Open(folder / "stack.npy", folder / "names.txt");
  EXPECT_FLOAT_EQ(stack.Load("a.jpg")[5], 0.25f);
  EXPECT_FLOAT_EQ(stack.Load("b.jpg")[5], 1.0f);
  EXPECT_FLOAT_EQ(stack.Load("b.jpg")[6], 0.0625f);
  EXPECT_NE(stack.ChecksumOf("a.jpg"), stack.ChecksumOf("b.jpg"));
  EXPECT_THROW(stack.Load("c.jpg"), InputError);

  std::filesystem::create_directory(folder / "maps");
  WriteNpy(folder / "maps/a.npy", FloatTensor({20, 32}, std::vector<float>(640, 0.5f)));
  WritePng(folder / "maps/b.png", Picture(64, 40, {51, 51, 51}));
  const SaliencySource maps = SaliencySource::Open(folder / "maps");
  EXPECT_FLOAT_EQ(maps.Load("a.jpg")[0], 0.5f);
  EXPECT_FLOAT_EQ(maps.Load("b.jpg")[639], 0.2f);
  EXPECT_THROW(maps.Load("c.jpg"), InputError);
}

TEST(SaliencySource, RefusesWhatDoesNotFit) {
  const testing::TemporaryFolder folder;
  WriteNpy(folder / "s.npy", FloatTensor({1, 1, 2}, {0.5f, -1.0f}));
  WriteFileAtomically(folder / "one.txt", "a.jpg\n");
  WriteFileAtomically(folder / "two.txt", "a.jpg\nb.jpg\n");
  WriteFileAtomically(folder / "twice.txt", "a.jpg\na.jpg\n");
  EXPECT_THROW(SaliencySource::Open(folder / "s.npy"), InputError);
  EXPECT_THROW(SaliencySource::Open(folder / "s.npy", folder / "two.txt"), InputError);
  EXPECT_THROW(SaliencySource::Open(folder / "s.npy", folder / "twice.txt"), InputError);
  EXPECT_THROW(SaliencySource::Open(folder / "s.npy", folder / "one.txt").Load("a.jpg"),
               InputError);
}

}  // namespace
}  // namespace saccade
