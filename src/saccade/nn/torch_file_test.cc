#include "saccade/formats/torch_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/unpickle.h"
#include "saccade/nn/authors_checkpoint.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

const NamedTensors kTensors = {{"conv1.weight", {{2, 3, 1, 1}, {1, 2, 3, 4, 5, 6}}},
                               {"conv1.bias", {{2}, {0.1f, -0.0f}}},
                               {"empty", {{0, 4}, {}}},
                               {"scalar", {{}, {7}}}};

TEST(TorchFile, OurReaderReadsIt) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "a.pt", kTensors);
  EXPECT_EQ(NamedTensorsOf(ReadTorchFile(folder / "a.pt"), "a.pt"), kTensors);
}

TEST(TorchFile, CheckpointsHoldStepAndModel) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "a.pkg", kTensors, {TorchFileOptions::Layout::kCheckpoint, -3});
  const PickleValue file = ReadTorchFile(folder / "a.pkg");
  EXPECT_EQ(file["global_step"].Integer(), -3);
  EXPECT_EQ(NamedTensorsOf(file["model"], "a.pkg"), kTensors);
}

TEST(TorchFile, DataIsAlignedTo64Bytes) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "a.pt", kTensors);
  const std::string bytes = ReadFile(folder / "a.pt");
  // Local headers: name length at 26, length of the extra field at 28, data after both.
  int entries = 0;
  for (std::size_t at = bytes.find("PK\x03\x04"); at != std::string::npos;
       at = bytes.find("PK\x03\x04", at + 1)) {
    std::uint16_t name = 0;
    std::uint16_t extra = 0;
    std::memcpy(&name, &bytes[at + 26], 2);
    std::memcpy(&extra, &bytes[at + 28], 2);
    EXPECT_EQ((at + 30 + name + extra) % 64, 0u) << bytes.substr(at + 30, name);
    ++entries;
  }
  EXPECT_EQ(entries, 2 + 4);
}

TEST(TorchFile, TheSameTensorsGiveTheSameBytes) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "a.pt", kTensors);
  WriteTorchFile(folder / "b.pt", kTensors);
  EXPECT_EQ(ReadFile(folder / "a.pt"), ReadFile(folder / "b.pt"));
}

TEST(TorchFile, RefusesShapesThatDoNotFit) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(WriteTorchFile(folder / "a.pt", {{"t", {{3}, {1}}}}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace saccade
