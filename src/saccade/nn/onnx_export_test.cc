#include "saccade/nn/onnx_export.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "saccade/base/error.h"
#include "saccade/formats/protobuf.h"
#include "saccade/nn/golden_formula.h"
#include "saccade/nn/network_shape.h"

namespace saccade {
namespace {

struct Node {
  std::string op;
  std::vector<std::string> inputs;
  std::string output;
};

// An ONNX file read again, by the field numbers of onnx.proto.
struct Graph {
  std::vector<Node> nodes;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  NamedTensors floats;              // initializers of type FLOAT
  std::set<std::string> constants;  // of type INT64
};

std::vector<ProtobufField> Fields(std::string_view bytes) {
  auto fields = ParseProtobuf(bytes);
  if (!fields) throw std::runtime_error("not a message");
  return *fields;
}

std::string FirstText(std::string_view message, int field) {
  for (const auto& entry : Fields(message)) {
    if (entry.field == field) return std::string(entry.bytes);
  }
  return "";
}

void ReadInitializer(std::string_view message, Graph& graph) {
  HostTensor tensor;
  std::string name;
  std::uint64_t type = 0;
  std::string_view raw;
  for (const auto& entry : Fields(message)) {
    if (entry.field == 1) tensor.shape.push_back(static_cast<std::int64_t>(entry.number));
    if (entry.field == 2) type = entry.number;
    if (entry.field == 8) name = entry.bytes;
    if (entry.field == 9) raw = entry.bytes;
  }
  if (type != 1) {
    EXPECT_EQ(type, 7u);
    graph.constants.insert(name);
    return;
  }
  tensor.values.resize(raw.size() / sizeof(float));
  std::memcpy(tensor.values.data(), raw.data(), raw.size());
  EXPECT_TRUE(graph.floats.emplace(name, tensor).second) << name << " stands twice";
}

Graph ReadGraph(const std::string& model) {
  Graph graph;
  const std::string message = FirstText(model, 7);
  for (const auto& entry : Fields(message)) {
    if (entry.field == 5) ReadInitializer(entry.bytes, graph);
    if (entry.field == 11) graph.inputs.push_back(FirstText(entry.bytes, 1));
    if (entry.field == 12) graph.outputs.push_back(FirstText(entry.bytes, 1));
    if (entry.field != 1) continue;
    Node node;
    for (const auto& part : Fields(entry.bytes)) {
      if (part.field == 1) node.inputs.emplace_back(part.bytes);
      if (part.field == 2) node.output = part.bytes;
      if (part.field == 4) node.op = part.bytes;
    }
    graph.nodes.push_back(node);
  }
  return graph;
}

int CountOf(const Graph& graph, const std::string& op) {
  return static_cast<int>(std::count_if(graph.nodes.begin(), graph.nodes.end(),
                                        [&](const Node& node) { return node.op == op; }));
}

// Every node's inputs exist before it, every output of the graph is made, no name is made twice.
void ExpectWellFormed(const Graph& graph) {
  std::set<std::string> known(graph.inputs.begin(), graph.inputs.end());
  for (const auto& [name, tensor] : graph.floats) known.insert(name);
  known.insert(graph.constants.begin(), graph.constants.end());
  for (const Node& node : graph.nodes) {
    for (const std::string& input : node.inputs) EXPECT_TRUE(known.contains(input)) << input;
    EXPECT_TRUE(known.insert(node.output).second) << node.output;
  }
  for (const std::string& output : graph.outputs) EXPECT_TRUE(known.contains(output)) << output;
}

using Names = std::vector<std::string>;

TEST(Onnx, APolicyIsAWellFormedGraphWithAllItsWeights) {
  const NamedTensors policy = golden::FormulaWeights(EmptyPolicy({}));
  const Graph graph = ReadGraph(OnnxModel(policy));
  ExpectWellFormed(graph);
  EXPECT_EQ(graph.inputs, (Names{"beliefs", "task"}));
  EXPECT_EQ(graph.outputs, (Names{"logits", "probabilities", "value"}));
  EXPECT_EQ(graph.floats, policy);
  EXPECT_EQ(CountOf(graph, "Conv"), 6);
  EXPECT_EQ(CountOf(graph, "Concat"), 6 + 1);  // the task at every convolution and once flat
  EXPECT_EQ(CountOf(graph, "Expand"), 2);      // maps of 20 x 32 and of 9 x 15
  EXPECT_EQ(CountOf(graph, "Gemm"), 2);
}

TEST(Onnx, ADiscriminatorGivesLogitsAndReward) {
  const NamedTensors discriminator = golden::FormulaWeights(EmptyDiscriminator({}));
  const Graph graph = ReadGraph(OnnxModel(discriminator));
  ExpectWellFormed(graph);
  EXPECT_EQ(graph.outputs, (Names{"logits", "reward"}));
  EXPECT_EQ(graph.floats, discriminator);
  EXPECT_EQ(CountOf(graph, "Conv"), 4);
  EXPECT_EQ(CountOf(graph, "Expand"), 1);
}

TEST(Onnx, APolicyWithoutCriticHasNoValue) {
  NamedTensors policy = EmptyPolicy({.channels = 136});
  std::erase_if(policy, [](const auto& entry) { return entry.first.starts_with("critic"); });
  const Graph graph = ReadGraph(OnnxModel(policy));
  ExpectWellFormed(graph);
  EXPECT_EQ(graph.outputs, (Names{"logits", "probabilities"}));
}

TEST(Onnx, AGazePriorIsAThirdInput) {
  const NamedTensors policy = golden::FormulaWeights(EmptyPolicy({.gaze_prior = true}));
  const Graph graph = ReadGraph(OnnxModel(policy));
  ExpectWellFormed(graph);
  EXPECT_EQ(graph.inputs, (Names{"beliefs", "task", "gaze"}));
  EXPECT_EQ(graph.floats.at("gaze.saccade").values, policy.at("gaze.saccade").values);
  EXPECT_EQ(graph.floats.at("gaze.saccade").shape, (std::vector<std::int64_t>{2, 1, 39, 63}));
  EXPECT_EQ(graph.floats.at("gaze.place").shape, (std::vector<std::int64_t>{18, 640}));
}

TEST(Onnx, CalibrationIsMetadata) {
  const std::string model = OnnxModel(EmptyDiscriminator({}), {{"first_temperature", 0.75}});
  const std::string entry = FirstText(model, 14);
  EXPECT_EQ(FirstText(entry, 1), "first_temperature");
  EXPECT_EQ(FirstText(entry, 2), "0.75");
}

TEST(Onnx, OtherTensorsAreRefused) {
  EXPECT_THROW(OnnxModel({{"fc.weight", {{1}, {1}}}}), InputError);
}

}  // namespace
}  // namespace saccade
