#include "saccade/nn/model_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/nn/authors_checkpoint.h"
#include "saccade/nn/golden_formula.h"
#include "saccade/nn/torch_file.h"
#include "saccade/testing/run_program.h"
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
  try {
    ImportAuthorsModel(files, expected);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
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

// Equivalents of the released classes, loaded with our export and compared with our TorchScript.
constexpr const char* kPythonCheck = R"(
import sys
import torch
from torch import nn
from torch.nn import functional as F

def with_task(x, task):
    return torch.cat([x, task[:, :, None, None].expand(-1, -1, x.size(2), x.size(3))], 1)

class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.feat_enc = nn.Conv2d(152, 128, 5, padding=2)
        self.actor1 = nn.Conv2d(146, 64, 3, padding=1)
        self.actor2 = nn.Conv2d(82, 32, 3, padding=1)
        self.actor3 = nn.Conv2d(50, 1, 1)
        self.critic0 = nn.Conv2d(146, 128, 3)
        self.critic1 = nn.Conv2d(146, 256, 3)
        self.critic2 = nn.Linear(274, 64)
        self.critic3 = nn.Linear(64, 1)

    def forward(self, x, task):
        x = torch.relu(self.feat_enc(with_task(x, task)))
        a = torch.relu(self.actor1(with_task(x, task)))
        a = torch.relu(self.actor2(with_task(a, task)))
        a = self.actor3(with_task(a, task)).flatten(1)
        v = F.max_pool2d(torch.relu(self.critic0(with_task(x, task))), 2)
        v = F.max_pool2d(torch.relu(self.critic1(with_task(v, task))), 2)
        v = torch.relu(self.critic2(torch.cat([v.flatten(2).mean(-1), task], 1)))
        return torch.softmax(a, 1), self.critic3(v)

torch.manual_seed(0)
beliefs = torch.rand(3, 134, 20, 32)
task = torch.eye(18)[[0, 7, 17]]
policy = Policy()
policy.load_state_dict(torch.load(sys.argv[1]))
with torch.no_grad():
    probabilities, value = policy(beliefs, task)
    module = torch.jit.load(sys.argv[2])
    exported = module(beliefs, task)
assert module.first_temperature == 0.75, 'calibration'
assert torch.allclose(probabilities, exported[1], rtol=1e-5, atol=0), 'probabilities'
assert torch.allclose(value, exported[2], rtol=1e-5, atol=1e-7), 'value'
print('equal')
)";

TEST(ModelExchange, PythonLoadsTheExportsAndAgrees) {
  const Path python = "/usr/bin/python3";
  if (!std::filesystem::exists(python) ||
      testing::RunProgram(python, {"-c", "import torch"}).exit_code != 0) {
    GTEST_SKIP() << "needs Debian's python3-torch";
  }
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m");
  ExportModel(folder / "m", folder / "p.pt", {});
  ExportModel(folder / "m", folder / "p.ts", {.format = ExportFormat::kTorchScript});
  const auto result = testing::RunProgram(
      python, {"-c", kPythonCheck, (folder / "p.pt").string(), (folder / "p.ts").string()});
  EXPECT_EQ(result.out, "equal\n") << result.err;
}

}  // namespace
}  // namespace saccade
