// What is exported for PyTorch, loaded by PyTorch.
#include <gtest/gtest.h>

#include "saccade/nn/golden_formula.h"
#include "saccade/search/model_exchange.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"
#include "saccade/torch/torchscript_export.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

void WriteModel(const Path& folder) {
  Model model;
  model.description.kind = "irl";
  model.description.calibration["first_temperature"] = 0.75;
  model.tensors = WithPrefix(golden::FormulaWeights(EmptyPolicy({})), "policy.");
  WriteModelFolder(folder, model);
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

TEST(PytorchExchange, PythonLoadsTheExportsAndAgrees) {
  const Path python = "/usr/bin/python3";
  if (!std::filesystem::exists(python) ||
      testing::RunProgram(python, {"-c", "import torch"}).exit_code != 0) {
    GTEST_SKIP() << "needs Debian's python3-torch";
  }
  const testing::TemporaryFolder folder;
  WriteModel(folder / "m");
  ExportModel(folder / "m", folder / "p.pt", {});
  ExportModel(folder / "m", folder / "p.ts",
              {.format = ExportFormat::kTorchScript, .torchscript = WriteTorchScript});
  const auto result = testing::RunProgram(
      python, {"-c", kPythonCheck, (folder / "p.pt").string(), (folder / "p.ts").string()});
  EXPECT_EQ(result.out, "equal\n") << result.err;
}

}  // namespace
}  // namespace saccade
