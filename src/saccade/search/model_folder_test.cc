#include "saccade/search/model_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using Path = std::filesystem::path;

Model Example() {
  Model model;
  model.description.kind = "irl";
  model.description.preset = "default";
  model.description.name = "Search in homes";
  model.description.beliefs = {"reference", 1};
  model.description.training = {{"fixations", "train.json", 0xF00DULL}};
  model.description.seed = 18446744073709551615ull;
  model.description.settings = {{"epochs", "20"}};
  model.description.calibration = {{"first_temperature", 1.3}};
  model.description.scores = {{"validation", {{"tfp_auc", 4.5}, {"mismatch", 0.3}}}};
  model.description.created_by = "saccade 9.9";
  model.description.license = "MIT";
  model.description.notes = "Knows 18 targets only.";
  model.tensors = {{"policy.actor3.bias", {{1}, {0.1f}}}};
  return model;
}

std::vector<std::string> NamesIn(const Path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string ErrorOf(const Path& folder) {
  return testing::MessageOf([&] { ReadModelFolder(folder); });
}

// Writes the example with one change in model.json and says what reading it answers.
std::string ErrorAfter(const std::function<void(nlohmann::ordered_json&)>& change) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "m", Example());
  auto document = nlohmann::ordered_json::parse(ReadFile(folder / "m/model.json"));
  change(document);
  WriteFileAtomically(folder / "m/model.json", document.dump());
  return ErrorOf(folder / "m");
}

TEST(ModelFolder, ComesBackAsWritten) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "deep/er/m", Example());
  const Model model = ReadModelFolder(folder / "deep/er/m");
  EXPECT_EQ(model.description, Example().description);
  EXPECT_EQ(model.tensors, Example().tensors);
  EXPECT_EQ(ReadModelDescription(folder / "deep/er/m"), Example().description);
  EXPECT_THAT(NamesIn(folder / "deep/er/m"),
              UnorderedElementsAre("model.json", "weights.safetensors", "README.md"));
}

TEST(ModelFolder, ReplacesAnOldModelAndLeavesNothingBeside) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "m", Example());
  Model next = Example();
  next.description.preset = "paper";
  WriteModelFolder(folder / "m/", next);
  EXPECT_EQ(ReadModelFolder(folder / "m").description.preset, "paper");
  EXPECT_THAT(NamesIn(folder.path()), UnorderedElementsAre("m"));
}

TEST(ModelFolder, NeverReplacesWhatIsNoModel) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "home/thesis.tex", "text");
  EXPECT_THROW(WriteModelFolder(folder / "home", Example()), InputError);
  EXPECT_THROW(WriteModelFolder(folder / "home/thesis.tex", Example()), InputError);
  EXPECT_EQ(ReadFile(folder / "home/thesis.tex"), "text");
  std::filesystem::create_directory(folder / "empty");
  WriteModelFolder(folder / "empty", Example());
  EXPECT_EQ(ErrorOf(folder / "empty"), "no error");
}

TEST(ModelFolder, KeepsTheOldModelWhenTheNewOneCannotBeWritten) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "m", Example());
  Model wrong = Example();
  wrong.tensors["x"] = {{3}, {1}};
  EXPECT_THROW(WriteModelFolder(folder / "m", wrong), InputError);
  EXPECT_EQ(ReadModelFolder(folder / "m").tensors, Example().tensors);
  EXPECT_THAT(NamesIn(folder.path()), UnorderedElementsAre("m"));
}

TEST(ModelFolder, AFolderThatIsNoModelIsNamed) {
  const testing::TemporaryFolder folder;
  EXPECT_THAT(ErrorOf(folder.path()), HasSubstr("no model.json"));
  EXPECT_THAT(ErrorOf(folder / "none"), HasSubstr("none: is no model"));
  WriteFileAtomically(folder / "model.json", "{");
  EXPECT_THAT(ErrorOf(folder.path()), HasSubstr("model.json:line 1: is not JSON"));
}

TEST(ModelFolder, WrongFieldsAreNamed) {
  EXPECT_EQ(ErrorAfter([](auto&) {}), "no error");
  EXPECT_THAT(ErrorAfter([](auto& d) { d.erase("kind"); }), HasSubstr("json:kind: is missing"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["kind"] = 3; }), HasSubstr("json:kind: is 3"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["format"] = "x"; }), HasSubstr("json:format"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["version"] = 2; }), HasSubstr("newer saccade"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["grid"]["rows"] = 0; }), HasSubstr("grid: is 32 x 0"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["grid"].erase("rows"); }), HasSubstr("grid.rows"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["grid"] = 1; }), HasSubstr("grid"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["targets"][1] = "bottle"; }), HasSubstr("twice"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["calibration"]["first_temperature"] = -1; }),
              HasSubstr("calibration.first_temperature"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d["training"]["files"][0]["xxh3"] = "zz"; }),
              HasSubstr("training.files[0].xxh3: is 'zz'"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d = nlohmann::ordered_json::array(); }), HasSubstr("array"));
}

TEST(ModelFolder, WeightsOfAnotherModelAreRefused) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "m", Example());
  WriteSafetensors(folder / "m/weights.safetensors", {{"policy.actor3.bias", {{1}, {0.2f}}}});
  EXPECT_THAT(ErrorOf(folder / "m"), HasSubstr("weights.safetensors: has checksum"));
}

TEST(ModelFolder, ScoresThatAreNotNumbersAreLeftOut) {
  const testing::TemporaryFolder folder;
  Model model = Example();
  model.description.scores["validation"]["cig"] = NAN;
  WriteModelFolder(folder / "m", model);
  EXPECT_EQ(ReadModelFolder(folder / "m").description.scores, Example().description.scores);
}

TEST(ModelFolder, HalfPrecisionHalvesTheWeights) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "m", Example(), Precision::kHalf);
  EXPECT_NEAR(ReadModelFolder(folder / "m").tensors.at("policy.actor3.bias").values[0], 0.1, 5e-5);
}

TEST(ModelFolder, TheCardSaysWhatItIsAndWhatItScores) {
  const std::string card = ModelCard(Example().description, Example().tensors);
  EXPECT_THAT(card, HasSubstr("# Search in homes\n"));
  EXPECT_THAT(card,
              HasSubstr("| | validation |\n|---|---|\n| mismatch | 0.3 |\n| tfp_auc | 4.5 |\n"));
  EXPECT_THAT(card, HasSubstr("| fixations | `train.json` | `000000000000f00d` |"));
  EXPECT_THAT(card, HasSubstr("| licence | MIT |"));
  EXPECT_THAT(card, HasSubstr("\nKnows 18 targets only.\n"));
}

TEST(ModelFolder, TrainingFilesAreKnownByChecksum) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "data/train.json", "");
  // XXH3 of nothing.
  EXPECT_EQ(DescribeTrainingFile("fixations", folder / "data/train.json"),
            (TrainingFile{"fixations", "train.json", 0x2d06800538d394c2ull}));
}

// In either precision; .1 is no half.
TEST(ModelFolder, AnotherDescriptionLeavesTheBytesOfTheWeights) {
  for (const Precision precision : {Precision::kFloat, Precision::kHalf}) {
    const testing::TemporaryFolder folder;
    WriteModelFolder(folder / "m", Example(), precision);
    const std::string weights = ReadFile(folder / "m/weights.safetensors");
    ModelDescription changed = Example().description;
    changed.name = "Another name";
    ReplaceDescription(folder / "m", changed);
    EXPECT_EQ(ReadFile(folder / "m/weights.safetensors"), weights);
    EXPECT_EQ(ReadModelFolder(folder / "m").description, changed);
    EXPECT_THAT(ReadFile(folder / "m/README.md"), HasSubstr("# Another name"));
  }
}

}  // namespace
}  // namespace saccade
