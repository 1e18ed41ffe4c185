#include "saccade/search/model_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/formats/torch_file.h"
#include "saccade/nn/authors_checkpoint.h"
#include "saccade/nn/golden_formula.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using Path = std::filesystem::path;

NamedTensors Policy() { return golden::FormulaWeights(EmptyPolicy({})); }
NamedTensors Discriminator() { return golden::FormulaWeights(EmptyDiscriminator({})); }

void WriteModel(const Path& folder) {
  Model model;
  model.description.kind = "irl";
  model.description.calibration["first_temperature"] = 0.75;
  model.tensors = WithPrefix(Policy(), "policy.");
  model.tensors.merge(WithPrefix(Discriminator(), "discriminator."));
  WriteModelFolder(folder, model);
}

std::string ImportError(std::vector<Path> files, std::optional<NetworkKind> expected = {}) {
  return testing::MessageOf([&] { ImportAuthorsModel(files, expected); });
}

TEST(ModelExchange, ImportsOneOfEachNetwork) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "g.pkg", Policy());
  WriteTorchFile(folder / "d.pkg", Discriminator(), {TorchFileOptions::Layout::kCheckpoint, 500});
  const Model model = ImportAuthorsModel(std::vector<Path>{folder / "g.pkg", folder / "d.pkg"});
  EXPECT_EQ(WithoutPrefix(model.tensors, "policy."), Policy());
  EXPECT_EQ(WithoutPrefix(model.tensors, "discriminator."), Discriminator());
  EXPECT_EQ(model.description.settings.at("discriminator_global_step"), "500");
  EXPECT_EQ(model.description.training.size(), 2u);
}

TEST(ModelExchange, RefusesFilesThatDoNotGoTogether) {
  const testing::TemporaryFolder folder;
  WriteTorchFile(folder / "g.pkg", Policy());
  WriteTorchFile(folder / "d.pkg", EmptyDiscriminator({.channels = 136}));
  EXPECT_THAT(ImportError({folder / "g.pkg", folder / "g.pkg"}), HasSubstr("second policy"));
  EXPECT_THAT(ImportError({folder / "g.pkg", folder / "d.pkg"}), HasSubstr("136 belief maps"));
  EXPECT_THAT(ImportError({folder / "g.pkg"}, NetworkKind::kDiscriminator),
              HasSubstr("is a policy, not a discriminator"));
}

TEST(ModelExchange, PyTorchExportsComeBackAsTheyWere) {
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m");
  ExportModel(folder / "m", folder / "p.pt", {});
  ExportModel(folder / "m", folder / "d.pkg",
              {.network = NetworkKind::kDiscriminator, .as_checkpoint = true});
  EXPECT_EQ(ReadAuthorsCheckpoint(folder / "p.pt").tensors, Policy());
  EXPECT_EQ(ReadAuthorsCheckpoint(folder / "d.pkg").tensors, Discriminator());
  EXPECT_EQ(ReadWeightsFile(folder / "p.pt").tensors, Policy());
}

TEST(ModelExchange, ThePyTorchExportLeavesOutTheGazePrior) {
  const testing::TemporaryFolder folder;
  Model model;
  model.description.kind = "irl";
  model.tensors = WithPrefix(golden::FormulaWeights(EmptyPolicy({.gaze_prior = true})), "policy.");
  WriteModelFolder(folder / "m", model);
  ExportModel(folder / "m", folder / "p.pt", {});
  EXPECT_EQ(ReadAuthorsCheckpoint(folder / "p.pt").tensors, Policy());
}

TEST(ModelExchange, AMissingNetworkIsNamed) {
  const testing::TemporaryFolder folder;
  Model model;
  model.description.kind = "bc-cnn";
  model.tensors = WithPrefix(Policy(), "policy.");
  WriteModelFolder(folder / "m", model);
  EXPECT_THROW(ExportModel(folder / "m", folder / "d.pt", {.network = NetworkKind::kDiscriminator}),
               InputError);
  EXPECT_FALSE(std::filesystem::exists(folder / "d.pt"));
}

TEST(ModelExchange, WeightsAreReadFromEveryKindOfFile) {
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m");
  const WeightsFile model = ReadWeightsFile(folder / "m");
  const WeightsFile file = ReadWeightsFile(folder / "m/weights.safetensors");
  EXPECT_EQ(model.format, "model folder");
  EXPECT_EQ(file.format, "safetensors");
  EXPECT_EQ(model.tensors, file.tensors);
  EXPECT_EQ(model.checksum, file.checksum);
  EXPECT_TRUE(model.description);
}

}  // namespace
}  // namespace saccade
