#include "saccade/beliefs/belief_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "saccade/base/error.h"
#include "saccade/base/random.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

BeliefLayer RandomLayer(std::uint64_t seed, bool saliency) {
  Random random(seed);
  std::vector<float> dense((kBeliefChannels + 1) * Grid::kCells, 0.0f);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const auto channel = random.Below(kBeliefChannels);
    dense[channel * Grid::kCells + cell] = static_cast<float>(random.Below(255) + 1) / 255;
    if (saliency)
      dense[kSaliencyChannel * Grid::kCells + cell] = static_cast<float>(cell % 51) / 51;
  }
  return SparseFromDense(dense);
}

std::vector<PictureBeliefs> Pictures(int count, bool saliency = false) {
  std::vector<PictureBeliefs> pictures;
  for (int i = 0; i < count; ++i) {
    pictures.push_back({fmt::format("{:03}.jpg", i), RandomLayer(2 * i, saliency),
                        RandomLayer(2 * i + 1, saliency)});
  }
  return pictures;
}

std::vector<EncodedPicture> Encoded(const std::vector<PictureBeliefs>& pictures) {
  std::vector<EncodedPicture> encoded;
  for (const auto& picture : pictures) {
    encoded.push_back(EncodePicture(picture, BeliefValues::kByte));
  }
  return encoded;
}

void WriteBytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class BeliefStoreTest : public ::testing::Test {
 protected:
  testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "s.beliefs";
};

TEST_F(BeliefStoreTest, WhatIsWrittenComesBack) {
  for (const bool saliency : {false, true}) {
    const auto pictures = Pictures(5, saliency);
    WriteBeliefStore(path_, Encoded(pictures), {.notes = {{"rule", "corner"}}});
    const BeliefStore store = BeliefStore::Open(path_);
    EXPECT_EQ(store.size(), 5u);
    EXPECT_EQ(store.has_saliency(), saliency);
    EXPECT_EQ(store.notes(), (StoreNotes{{"rule", "corner"}}));
    EXPECT_EQ(store.LoadAll(), pictures);
    EXPECT_EQ(store.Load("003.jpg"), pictures[3]);
    EXPECT_EQ(store.Find("004.jpg"), std::optional<std::size_t>(4));
    EXPECT_EQ(store.Find("005.jpg"), std::nullopt);
  }
}

TEST_F(BeliefStoreTest, OrderOfThePicturesDoesNotChangeTheBytes) {
  auto pictures = Encoded(Pictures(4));
  WriteBeliefStore(path_, pictures, {});
  const std::string bytes = ReadFile(path_);
  std::ranges::reverse(pictures);
  WriteBeliefStore(path_, pictures, {});
  EXPECT_EQ(ReadFile(path_), bytes);
}

TEST_F(BeliefStoreTest, APictureThatOccursTwiceIsRefused) {
  auto pictures = Encoded(Pictures(2));
  pictures.push_back(pictures.front());
  EXPECT_THAT(MessageOf([&] { WriteBeliefStore(path_, pictures, {}); }), HasSubstr("000.jpg"));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(BeliefStoreTest, EveryFlippedBitIsDetected) {
  WriteBeliefStore(path_, Encoded(Pictures(1, true)), {.notes = {{"rule", "corner"}}});
  const std::string good = ReadFile(path_);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
    const auto bytes = std::as_bytes(std::span(bad.data(), bad.size()));
    EXPECT_THROW(BeliefStore::FromBytes(bytes, "s").Verify(), InputError) << "byte " << i;
  }
}

TEST_F(BeliefStoreTest, EveryCutIsDetected) {
  WriteBeliefStore(path_, Encoded(Pictures(1)), {});
  const std::string good = ReadFile(path_);
  for (std::size_t size = 0; size < good.size(); ++size) {
    const auto bytes = std::as_bytes(std::span(good.data(), size));
    EXPECT_THROW(BeliefStore::FromBytes(bytes, "s"), InputError) << size << " bytes";
  }
}

TEST_F(BeliefStoreTest, DamageIsNamedByPictureAndLayer) {
  WriteBeliefStore(path_, Encoded(Pictures(3)), {});
  std::string bytes = ReadFile(path_);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  WriteBytes(path_, bytes);
  const BeliefStore store = BeliefStore::Open(path_);
  EXPECT_NO_THROW(store.Load("001.jpg"));
  EXPECT_THAT(MessageOf([&] { store.Verify(); }),
              ::testing::AllOf(HasSubstr("s.beliefs"), HasSubstr("002.jpg"), HasSubstr("blurred")));
}

TEST_F(BeliefStoreTest, AMissingPictureIsNamedWithTheNearest) {
  WriteBeliefStore(path_, Encoded(Pictures(3)), {});
  const BeliefStore store = BeliefStore::Open(path_);
  EXPECT_THAT(MessageOf([&] { store.Load("00l.jpg"); }), HasSubstr("did you mean"));
}

TEST_F(BeliefStoreTest, AnotherFileIsNotAStore) {
  WriteBytes(path_, "{\"images\": []}");
  EXPECT_THAT(MessageOf([&] { BeliefStore::Open(path_); }), HasSubstr("not a belief store"));
  WriteBytes(path_, "");
  EXPECT_THAT(MessageOf([&] { BeliefStore::Open(path_); }), HasSubstr("not a belief store"));
}

TEST_F(BeliefStoreTest, AValueThatDoesNotFitNamesThePicture) {
  auto pictures = Pictures(1);
  pictures[0].sharp.entries[0].value = 1.5f;
  EXPECT_THAT(MessageOf([&] { EncodePicture(pictures[0], BeliefValues::kByte); }),
              ::testing::AllOf(HasSubstr("000.jpg"), HasSubstr("1.5")));
}

}  // namespace
}  // namespace saccade
