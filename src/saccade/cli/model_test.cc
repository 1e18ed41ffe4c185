#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/cli/untrained_model_fixture.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::HasSubstr;
using testing::RunProgram;
using testing::RunResult;

RunResult Model(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "model");
  return RunProgram(SACCADE_PROGRAM, arguments);
}

std::string Discriminator() {
  return testing::SharedData("official/trained_discriminator.pkg").string();
}

// 128 x 152 x 9 + 128 + 64 x 146 x 9 + 64 + 32 x 82 x 9 + 32 + 50 + 1.
constexpr int kDiscriminatorParameters = 283'091;

TEST(ModelCommand, ImportsInspectsAndExportsTheAuthorsDiscriminator) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  const testing::TemporaryFolder folder;
  const std::string model = (folder / "m").string();
  const RunResult imported =
      Model({"import", Discriminator(), "--out", model, "--kind", "discriminator"});
  ASSERT_EQ(imported.exit_code, 0) << imported.err;

  const RunResult info = Model({"info", model, "--json"});
  ASSERT_EQ(info.exit_code, 0) << info.err;
  const auto document = nlohmann::json::parse(info.out);
  EXPECT_EQ(document["kind"], "irl");
  EXPECT_EQ(document["preset"], "reference");
  EXPECT_EQ(document["parameters"], kDiscriminatorParameters);
  EXPECT_EQ(document["tensors"].size(), 8u);
  EXPECT_EQ(document["tensors"][1]["name"], "discriminator.conv1.weight");
  EXPECT_EQ(document["tensors"][1]["shape"], nlohmann::json({128, 152, 3, 3}));
  EXPECT_EQ(document["settings"]["discriminator_global_step"], "500");

  for (const char* format : {"pytorch", "torchscript", "onnx"}) {
    SCOPED_TRACE(format);
    const std::string out = (folder / format).string();
    const RunResult exported = Model({"export", model, "--format", format, "--out", out});
#ifndef SACCADE_TORCH
    if (format == std::string("torchscript")) {
      EXPECT_EQ(exported.exit_code, 2);
      EXPECT_THAT(exported.err, HasSubstr("-DSACCADE_TORCH=ON"));
      continue;
    }
#endif
    EXPECT_EQ(exported.exit_code, 0) << exported.err;
    EXPECT_GT(std::filesystem::file_size(out), 4u * kDiscriminatorParameters);
  }
  const RunResult again = Model({"info", (folder / "pytorch").string(), "--json"});
  EXPECT_EQ(nlohmann::json::parse(again.out)["parameters"], kDiscriminatorParameters);
}

TEST(ModelCommand, InfoOfAFileListsItsTensors) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  const RunResult info = Model({"info", Discriminator()});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("conv1.weight"));
  EXPECT_THAT(info.out, HasSubstr("128 x 152 x 3 x 3"));
}

TEST(ModelCommand, AnotherKindThanExpectedIsAnErrorThatLeavesNothing) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  const testing::TemporaryFolder folder;
  const RunResult result =
      Model({"import", Discriminator(), "--out", (folder / "m").string(), "--kind", "generator"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("is a discriminator, not a policy"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ModelCommand, AFileThatIsNoModelIsNamed) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "a.pkg", "no checkpoint");
  const RunResult info = Model({"info", (folder / "a.pkg").string()});
  EXPECT_EQ(info.exit_code, 2);
  EXPECT_THAT(info.err, HasSubstr("a.pkg"));
  const RunResult folder_info = Model({"info", folder.path().string()});
  EXPECT_EQ(folder_info.exit_code, 2);
  EXPECT_THAT(folder_info.err, HasSubstr("no model.json"));
}

TEST(ModelCommand, DescribeChangesTheCardAndNoWeight) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  const testing::TemporaryFolder folder;
  const std::string model = folder / "m";
  ASSERT_EQ(Model({"import", Discriminator(), "--out", model, "--kind", "discriminator"}).exit_code,
            0);
  const std::string weights = ReadFile(folder / "m/weights.safetensors");
  EXPECT_GT(weights.size(), 4u * kDiscriminatorParameters);  // floats, as the file has them
  WriteFileAtomically(folder / "notes.md", "Only for tests.\n");
  const RunResult described =
      Model({"describe", model, "--name", "A judge", "--license", "MIT", "--notes",
             folder / "notes.md", "--rule", "reference", "--blur", "2.5"});
  ASSERT_EQ(described.exit_code, 0) << described.err;
  EXPECT_EQ(ReadFile(folder / "m/weights.safetensors"), weights);
  const auto card = nlohmann::json::parse(Model({"info", model, "--json"}).out);
  EXPECT_EQ(nlohmann::json::parse(ReadFile(folder / "m/model.json"))["name"], "A judge");
  EXPECT_EQ(card["kind"], "irl");
  const auto file = nlohmann::json::parse(ReadFile(folder / "m/model.json"));
  EXPECT_EQ(file["license"], "MIT");
  EXPECT_EQ(file["notes"], "Only for tests.\n");
  EXPECT_EQ(file["beliefs"], nlohmann::json({{"rule", "reference"}, {"blur_sigma", 2.5}}));

  const RunResult missing = Model({"describe", model, "--notes", folder / "no.md"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("no.md"));
}

TEST(ModelCommand, DurationsAreLearnedAndPredicted) {
  const testing::TemporaryFolder folder;
  testing::MakeTinyData(folder.path(), 4);
  testing::WriteUntrainedModel(folder / "m", false);
  const std::string weights = ReadFile(folder / "m" / kWeightsFile);
  const testing::RunOptions there{.folder = folder.path()};
  const auto predict = [&](const char* out) {
    const RunResult predicted =
        RunProgram(SACCADE_PROGRAM,
                   {"predict", "--model", "m", "--beliefs", "b.beliefs", "--pairs",
                    "data/fixations_valid.json", "--samples", "2", "--out", out},
                   there);
    ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  };
  predict("without.json");
  const RunResult learned = RunProgram(SACCADE_PROGRAM,
                                       {"model", "durations", "m", "--fixations",
                                        "data/fixations_train.json", "--beliefs", "b.beliefs"},
                                       there);
  ASSERT_EQ(learned.exit_code, 0) << learned.err;
  EXPECT_THAT(learned.out, HasSubstr("later"));
  EXPECT_EQ(ReadFile(folder / "m" / kWeightsFile), weights);
  predict("with.json");
  const auto without = nlohmann::json::parse(ReadFile(folder / "without.json"));
  const auto with = nlohmann::json::parse(ReadFile(folder / "with.json"));
  ASSERT_EQ(with.size(), without.size());
  EXPECT_EQ(with[0]["X"], without[0]["X"]);  // where it looks is as before
  EXPECT_EQ(with[0]["T"].size(), with[0]["X"].size());
  EXPECT_GT(with[0]["T"][0].get<double>(), 20);
}

}  // namespace
}  // namespace saccade::cli
