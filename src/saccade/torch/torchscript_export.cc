#include "saccade/torch/torchscript_export.h"

#include <fmt/format.h>
#include <torch/script.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>

#include "saccade/base/file.h"
#include "saccade/nn/network_layout.h"

namespace saccade {
namespace {

// The task's maps stand behind the features of every convolution.
constexpr const char* kWithTask = R"(
def with_task(self, x: Tensor, task: Tensor) -> Tensor:
    maps = task.unsqueeze(-1).unsqueeze(-1).expand(-1, -1, x.size(2), x.size(3))
    return torch.cat([x, maps], 1)
)";

std::string Conv(const std::string& input, const ConvShape& conv) {
  return fmt::format(
      "torch.conv2d(self.with_task({0}, task), self.{1}.weight, self.{1}.bias, [1, 1], [{2}, {2}])",
      input, conv.name, conv.padding);
}

std::string PolicySource(const NetworkLayout& layout) {
  const PolicyShape shape{.channels = layout.channels};
  std::string source = layout.gaze_prior
                           ? "def forward(self, beliefs: Tensor, task: Tensor, gaze: Tensor):\n"
                           : "def forward(self, beliefs: Tensor, task: Tensor):\n";
  const auto line = [&](const std::string& text) { source += "    " + text + "\n"; };
  line("features = torch.relu(" + Conv("beliefs", shape.FeatEnc()) + ")");
  line("x = torch.relu(" + Conv("features", shape.Actor1()) + ")");
  line("x = torch.relu(" + Conv("x", shape.Actor2()) + ")");
  line("logits = torch.flatten(" + Conv("x", shape.Actor3()) + ", 1)");
  if (layout.gaze_prior) {
    line(
        fmt::format("saccade = torch.conv_transpose2d(gaze, self.gaze.saccade.unsqueeze(1), None, "
                    "[1, 1], [{}, {}])",
                    Grid::kRows - 1, Grid::kColumns - 1));
    line("known = torch.sum(torch.flatten(gaze, 1), [1], True)");
    line("place = torch.matmul(task, torch.flatten(self.gaze.place, 1)) * known");
    line("logits = logits + torch.flatten(saccade, 1) + place");
  }
  line("probabilities = torch.softmax(logits, 1)");
  if (!layout.has_critic) {
    line("return logits, probabilities");
    return source;
  }
  line("x = torch.max_pool2d(torch.relu(" + Conv("features", shape.Critic0()) + "), [2, 2])");
  line("x = torch.max_pool2d(torch.relu(" + Conv("x", shape.Critic1()) + "), [2, 2])");
  line("x = torch.cat([torch.mean(torch.flatten(x, 2), [-1]), task], 1)");
  line("x = torch.relu(torch.linear(x, self.critic2.weight, self.critic2.bias))");
  line("return logits, probabilities, torch.linear(x, self.critic3.weight, self.critic3.bias)");
  return source;
}

std::string DiscriminatorSource(const NetworkLayout& layout) {
  const DiscriminatorShape shape{.channels = layout.channels, .first_kernel = layout.first_kernel};
  std::string source = "def forward(self, beliefs: Tensor, task: Tensor):\n    x = beliefs\n";
  for (const ConvShape& conv : {shape.Conv1(), shape.Conv2(), shape.Conv3()}) {
    source += "    x = torch.relu(" + Conv("x", conv) + ")\n";
  }
  source += "    logits = torch.flatten(" + Conv("x", shape.Conv4()) + ", 1)\n";
  return source + "    return logits, torch.log_sigmoid(logits)\n";
}

// A layer as submodule, for names with a point.
torch::jit::Module LayerModule(const torch::jit::Module& parent, const std::string& layer,
                               const NamedTensors& parameters) {
  torch::jit::Module module("__torch__.saccade." + layer, parent._ivalue()->compilation_unit());
  for (const auto& [name, tensor] : parameters) {
    torch::Tensor values = torch::empty(tensor.shape, torch::kFloat32);
    std::copy(tensor.values.begin(), tensor.values.end(), values.data_ptr<float>());
    module.register_parameter(name, values, false);
  }
  return module;
}

}  // namespace

void WriteTorchScript(const std::filesystem::path& path, const NamedTensors& tensors,
                      const std::map<std::string, double>& constants) {
  const NetworkLayout layout = ReadNetworkLayout(path, tensors);
  const bool policy = layout.kind == NetworkKind::kPolicy;
  torch::jit::Module module(policy ? "__torch__.saccade.Policy"
                                   : "__torch__.saccade.Discriminator");
  for (auto next = tensors.begin(); next != tensors.end();) {
    const std::string layer = next->first.substr(0, next->first.find('.'));
    const NamedTensors parameters = WithoutPrefix(tensors, layer + ".");
    module.register_module(layer, LayerModule(module, layer, parameters));
    std::advance(next, parameters.size());
  }
  for (const auto& [name, value] : constants) {
    module.register_attribute(name, c10::FloatType::get(), value);
  }
  module.define(kWithTask);
  module.define(policy ? PolicySource(layout) : DiscriminatorSource(layout));
  module.eval();
  std::ostringstream stream;
  module.save(stream);
  WriteFileAtomically(path, stream.str());
}

}  // namespace saccade
