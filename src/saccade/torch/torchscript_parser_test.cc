#include "saccade/torch/torchscript_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/script.h>

#include <string>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/perception/parameter_file.h"
#include "saccade/perception/parser_registry.h"
#include "saccade/scene/category.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

// The left half is a cat (COCO 17), the right half sky (187).
constexpr const char* kForward = R"(
def forward(self, x):
    ids = torch.ones([x.size(1), x.size(2)], dtype=4)  # int64
    half = x.size(2) // 2
    ids[:, half:] = 7
    return ids, torch.tensor([[7., 187., 1.], [1., 17., .75]])
)";

void WriteModel(const std::filesystem::path& file, const std::string& code) {
  torch::jit::Module module("m");
  module.define(code);
  module.save(file.string());
}

std::string ErrorOf(const std::string& code) {
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m.pt", code);
  try {
    LoadTorchScriptParser(folder / "m.pt");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TorchScriptParser, ReturnsIdsAndSegmentsById) {
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m.pt", kForward);
  const auto parser =
      OpenParser({.models = {folder / "m.pt"}, .torchscript = LoadTorchScriptParser});
  const SceneParse parse = parser->Parse(Picture(10, 4));
  ASSERT_EQ(parse.ids.values.size(), 40u);
  EXPECT_EQ(parse.ids.values[4], 1u);
  EXPECT_EQ(parse.ids.values[5], 7u);
  ASSERT_EQ(parse.segments.size(), 2u);
  EXPECT_EQ(parse.segments[0], (PanopticSegment{1, *ChannelOfCocoId(17), 0.75f, 20}));
  EXPECT_EQ(parse.segments[1], (PanopticSegment{7, *ChannelOfCocoId(187), 1.f, 20}));
}

TEST(TorchScriptParser, ABrokenContractIsToldAtLoad) {
  using ::testing::HasSubstr;
  EXPECT_THAT(ErrorOf("def forward(self, x):\n    return x\n"), HasSubstr("tuple of two tensors"));
  EXPECT_THAT(ErrorOf("def forward(self, x):\n    return x[0], torch.zeros([0, 2])\n"),
              HasSubstr("floats [N, 3]"));
  EXPECT_THAT(ErrorOf("def forward(self, x):\n    return x, torch.zeros([0, 3])\n"),
              HasSubstr("must be integers"));
  EXPECT_THAT(ErrorOf("def forward(self, x):\n    return x[0], torch.zeros([0, 3])\n"),
              HasSubstr("id 128"));
  EXPECT_THAT(ErrorOf("def forward(self, x):\n    return x[0], torch.tensor([[128., 12., 1.]])\n"),
              HasSubstr("12 is not a category"));
  EXPECT_THAT(ErrorOf("def forward(self, x):\n    return x[0], torch.tensor([[128., 1., 1.5]])\n"),
              HasSubstr("1.5 is not a score"));
}

TEST(TorchScriptParser, IsToldFromADictionaryOfTensors) {
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m.pt", kForward);
  EXPECT_TRUE(IsTorchScript(folder / "m.pt"));
  WriteFileAtomically(folder / "text", "hello");
  EXPECT_FALSE(IsTorchScript(folder / "text"));
}

TEST(OpenParser, SaysWhatToDoWithoutAModel) {
  if (ParserFolder()) GTEST_SKIP() << "there is one: " << *ParserFolder();
  try {
    OpenParser();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("make models"));
  }
}

TEST(OpenParser, AMissingFileIsAnError) {
  EXPECT_THROW(OpenParser({.models = {"absent.pkl"}}), InputError);
}

}  // namespace
}  // namespace saccade
