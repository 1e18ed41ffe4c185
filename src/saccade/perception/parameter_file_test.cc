#include "saccade/perception/parameter_file.h"

#include <gtest/gtest.h>

#include <string>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/pickle_samples.h"
#include "saccade/formats/safetensors.h"
#include "saccade/formats/torch_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

const NamedTensors kTensors = {{"fc.bias", {{3}, {1, -2, 0.5f}}}, {"fc.weight", {{1, 2}, {4, 8}}}};

// {'model': {'w': float32 [[1, 2, 3], [4, 5, 6]], 'f': ..., 'b': ...}, 'n': 7, 'author': 'x', ...},
// as Detectron2 pickles it.
class Detectron2Pickle : public ::testing::TestWithParam<const char*> {};

TEST_P(Detectron2Pickle, GivesTheModelsArrays) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "model_final.pkl", FromHex(GetParam()));
  const NamedTensors tensors = ReadParameters(folder / "model_final.pkl");
  EXPECT_EQ(tensors.size(), 3u);
  EXPECT_EQ(tensors.at("w"), (HostTensor{{2, 3}, {1, 2, 3, 4, 5, 6}}));
}

INSTANTIATE_TEST_SUITE_P(Protocols, Detectron2Pickle,
                         ::testing::Values(kNumpyProtocol2, kNumpyProtocol4));

TEST(ReadParameters, ReadsTorchFiles) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "plain.pt", kTensors);
  WriteTorchFile(folder / "wrapped.pt", kTensors, {TorchFileOptions::Layout::kCheckpoint, 3});
  EXPECT_EQ(ReadParameters(folder / "plain.pt"), kTensors);
  EXPECT_EQ(ReadParameters(folder / "wrapped.pt"), kTensors);
}

TEST(ReadParameters, ReadsSafetensors) {
  const testing::TemporaryFolder folder;
  WriteSafetensors(folder / "weights.bin", kTensors);
  EXPECT_EQ(ReadParameters(folder / "weights.bin"), kTensors);
}

TEST(ReadParameters, RefusesWhatHoldsNoParameters) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "list.pkl", "\x80\x02]q\x01.");
  WriteFileAtomically(folder / "empty", "");
  WriteFileAtomically(folder / "text", "not a model at all, just a line of text");
  EXPECT_THROW(ReadParameters(folder / "list.pkl"), InputError);
  EXPECT_THROW(ReadParameters(folder / "empty"), InputError);
  EXPECT_THROW(ReadParameters(folder / "text"), InputError);
  EXPECT_THROW(ReadParameters(folder / "absent"), InputError);
}

}  // namespace
}  // namespace saccade
