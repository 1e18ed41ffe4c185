#include "saccade/nn/authors_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/formats/torch_file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using Layout = TorchFileOptions::Layout;

std::string ErrorOf(const std::filesystem::path& path) {
  return testing::MessageOf([&] { ReadAuthorsCheckpoint(path); });
}

TEST(AuthorsCheckpoint, TheTrainedDiscriminatorIsReadToTheLastParameter) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  SACCADE_NEEDS_DATA("gold_net/networks.json");
  const auto checkpoint =
      ReadAuthorsCheckpoint(testing::SharedData("official/trained_discriminator.pkg"));
  const auto gold =
      nlohmann::json::parse(ReadFile(testing::SharedData("gold_net/networks.json")))["official"];
  EXPECT_EQ(checkpoint.layout, (NetworkLayout{NetworkKind::kDiscriminator, 134, 3, false}));
  EXPECT_EQ(checkpoint.global_step, gold["global_step"].get<int>());
  EXPECT_EQ(checkpoint.tensors.size(), gold["parameter_samples"].size());
  for (const auto& [name, expected] : gold["parameter_samples"].items()) {
    SCOPED_TRACE(name);
    const HostTensor& tensor = checkpoint.tensors.at(name);
    EXPECT_EQ(tensor.shape, expected["shape"].get<std::vector<std::int64_t>>());
    double sum = 0;
    double squares = 0;
    for (const float value : tensor.values) {
      sum += value;
      squares += double{value} * value;
    }
    EXPECT_NEAR(sum, expected["sum"].get<double>(), 1e-9 * expected["abs_sum"].get<double>());
    EXPECT_NEAR(std::sqrt(squares), expected["norm"].get<double>(), 1e-9 * std::sqrt(squares));
    for (std::size_t i = 0; i < expected["index"].size(); ++i) {
      const auto index = expected["index"][i].get<std::size_t>();
      EXPECT_FLOAT_EQ(tensor.values[index], expected["value"][i].get<float>());
    }
  }
}

TEST(AuthorsCheckpoint, ReadsWhatWeWriteInBothLayouts) {
  const testing::TemporaryFolder folder;
  NamedTensors policy = EmptyPolicy({.channels = 136});
  policy["actor3.bias"].values = {0.1f};
  WriteTorchFile(folder / "a.pt", policy);
  WriteTorchFile(folder / "b.pkg", policy, {Layout::kCheckpoint, 5'000'000'000});
  const auto bare = ReadAuthorsCheckpoint(folder / "a.pt");
  const auto whole = ReadAuthorsCheckpoint(folder / "b.pkg");
  EXPECT_EQ(bare.tensors, policy);
  EXPECT_EQ(whole.tensors, policy);
  EXPECT_EQ(bare.global_step, 0);
  EXPECT_EQ(whole.global_step, 5'000'000'000);
  EXPECT_EQ(whole.layout, (NetworkLayout{NetworkKind::kPolicy, 136, 5, true}));
}

TEST(AuthorsCheckpoint, NamesTheTensorThatIsWrong) {
  const testing::TemporaryFolder folder;
  NamedTensors tensors = EmptyDiscriminator({});
  tensors.erase("conv3.bias");
  WriteTorchFile(folder / "a.pkg", tensors, {Layout::kCheckpoint, 1});
  EXPECT_THAT(ErrorOf(folder / "a.pkg"), HasSubstr("a.pkg:conv3.bias: is missing"));
  WriteTorchFile(folder / "b.pkg", {{"fc.weight", {{1}, {1}}}});
  EXPECT_THAT(ErrorOf(folder / "b.pkg"), HasSubstr("fc.weight"));
}

TEST(AuthorsCheckpoint, OtherFilesAreRefused) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "list.pkg", "\x80\x02].");
  WriteFileAtomically(folder / "text.pkg", "hello");
  WriteFileAtomically(folder / "empty.pkg", "");
  EXPECT_THAT(ErrorOf(folder / "list.pkg"), HasSubstr("list.pkg"));
  EXPECT_THAT(ErrorOf(folder / "text.pkg"), HasSubstr("text.pkg"));
  EXPECT_THAT(ErrorOf(folder / "empty.pkg"), HasSubstr("empty.pkg"));
}

}  // namespace
}  // namespace saccade
