#include "saccade/nn/onnx_export.h"

#include <fmt/format.h>

#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/formats/protobuf.h"
#include "saccade/nn/gaze_prior.h"
#include "saccade/nn/network_layout.h"

namespace saccade {
namespace {

// Field numbers of onnx.proto.
enum ModelField { kIrVersion = 1, kProducer = 2, kGraph = 7, kOpset = 8, kMetadata = 14 };
enum GraphField {
  kNode = 1,
  kGraphName = 2,
  kInitializer = 5,
  kGraphInput = 11,
  kGraphOutput = 12
};
enum NodeField { kNodeInput = 1, kNodeOutput = 2, kNodeName = 3, kOperator = 4, kAttribute = 5 };
enum TensorField { kDimension = 1, kDataType = 2, kTensorName = 8, kRawData = 9 };
enum AttributeField { kAttributeName = 1, kAttributeInt = 3, kAttributeInts = 8, kType = 20 };
enum DataType { kFloat32 = 1, kInt64 = 7 };
enum AttributeType { kIntType = 2, kIntsType = 7 };

constexpr int kIrVersionValue = 8;
constexpr int kOpsetVersion = 13;

struct Attribute {
  std::string_view name;
  std::vector<std::int64_t> values;
  bool list = true;
};

// A graph under construction. Each method appends one node and returns the name of its output.
class Graph {
 public:
  explicit Graph(const NamedTensors& tensors) : tensors_(tensors) {}

  std::string Node(std::string_view op, std::vector<std::string> inputs,
                   std::initializer_list<Attribute> attributes = {}, std::string output = "") {
    if (output.empty()) output = fmt::format("t{}", next_++);
    ProtobufMessage node;
    for (const std::string& input : inputs) node.Text(kNodeInput, input);
    node.Text(kNodeOutput, output);
    node.Text(kNodeName, std::string(op) + "_" + output);
    node.Text(kOperator, op);
    for (const Attribute& attribute : attributes) {
      ProtobufMessage message;
      message.Text(kAttributeName, attribute.name);
      for (const std::int64_t value : attribute.values) {
        message.Integer(attribute.list ? kAttributeInts : kAttributeInt, value);
      }
      message.Integer(kType, attribute.list ? kIntsType : kIntType);
      node.Message(kAttribute, message);
    }
    graph_.Message(kNode, node);
    return output;
  }

  // The features with the task's maps behind them, rows x columns.
  std::string WithTask(const std::string& features, std::int64_t rows, std::int64_t columns) {
    const auto size = std::pair(rows, columns);
    if (size != maps_size_) {
      maps_size_ = size;
      if (column_.empty()) column_ = Node("Unsqueeze", {"task", Constant({2, 3})});
      maps_ = Node("Expand", {column_, Constant({1, 1, rows, columns})});
    }
    return Node("Concat", {features, maps_}, {{"axis", {1}, false}});
  }

  std::string Conv(const std::string& input, const ConvShape& conv) {
    const std::string features = WithTask(input, conv.in_rows, conv.in_columns);
    const std::int64_t pad = conv.padding;
    return Node("Conv", {features, Weight(conv.name + ".weight"), Weight(conv.name + ".bias")},
                {{"kernel_shape", {conv.kernel, conv.kernel}}, {"pads", {pad, pad, pad, pad}}});
  }

  std::string Relu(const std::string& input) { return Node("Relu", {input}); }

  std::string MaxPool(const std::string& input) {
    return Node("MaxPool", {input}, {{"kernel_shape", {2, 2}}, {"strides", {2, 2}}});
  }

  std::string Linear(const std::string& input, const std::string& name, std::string output = "") {
    return Node("Gemm", {input, Weight(name + ".weight"), Weight(name + ".bias")},
                {{"transB", {1}, false}}, std::move(output));
  }

  // gaze_prior.h: the map of the current fixation spreads the table of saccades around it.
  std::string GazePrior() {
    AddInitializer<float>("gaze.saccade",
                          std::vector<std::int64_t>{2, 1, kSaccadeRows, kSaccadeColumns}, kFloat32,
                          tensors_.at("gaze.saccade").values);
    constexpr std::int64_t kRowPad = Grid::kRows - 1;
    constexpr std::int64_t kColumnPad = Grid::kColumns - 1;
    const std::string saccade =
        Node("Flatten", {Node("ConvTranspose", {"gaze", "gaze.saccade"},
                              {{"kernel_shape", {kSaccadeRows, kSaccadeColumns}},
                               {"pads", {kRowPad, kColumnPad, kRowPad, kColumnPad}}})});
    AddInitializer<float>("gaze.place", std::vector<std::int64_t>{kTasks, Grid::kCells}, kFloat32,
                          tensors_.at("gaze.place").values);
    const std::string known = Node("ReduceSum", {Node("Flatten", {"gaze"}), Constant({1})});
    const std::string place = Node("Mul", {Node("MatMul", {"task", "gaze.place"}), known});
    return Node("Add", {saccade, place});
  }

  // A graph's input or output; the first dimension is the batch.
  void Declare(GraphField field, std::string_view name, std::initializer_list<int> sizes) {
    ProtobufMessage shape;
    ProtobufMessage batch;
    batch.Text(2, "N");
    shape.Message(1, batch);
    for (const int size : sizes) {
      ProtobufMessage dimension;
      dimension.Integer(1, size);
      shape.Message(1, dimension);
    }
    ProtobufMessage tensor;
    tensor.Integer(1, kFloat32);
    tensor.Message(2, shape);
    ProtobufMessage type;
    type.Message(1, tensor);
    ProtobufMessage value;
    value.Text(1, name);
    value.Message(2, type);
    graph_.Message(field, value);
  }

  std::string Finish(std::string_view name, const std::map<std::string, double>& constants) && {
    graph_.Text(kGraphName, name);
    ProtobufMessage opset;
    opset.Text(1, "");
    opset.Integer(2, kOpsetVersion);
    ProtobufMessage model;
    model.Integer(kIrVersion, kIrVersionValue);
    model.Text(kProducer, "saccade");
    model.Message(kGraph, graph_);
    model.Message(kOpset, opset);
    for (const auto& [key, value] : constants) {
      ProtobufMessage entry;
      entry.Text(1, key);
      entry.Text(2, fmt::format("{}", value));
      model.Message(kMetadata, entry);
    }
    return model.bytes();
  }

 private:
  template <typename T>
  void AddInitializer(const std::string& name, std::span<const std::int64_t> shape, DataType type,
                      std::span<const T> values) {
    ProtobufMessage tensor;
    for (const std::int64_t size : shape) tensor.Integer(kDimension, size);
    tensor.Integer(kDataType, type);
    tensor.Text(kTensorName, name);
    tensor.Text(kRawData,
                {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
    graph_.Message(kInitializer, tensor);
  }

  std::string Weight(const std::string& name) {
    const HostTensor& tensor = tensors_.at(name);
    AddInitializer<float>(name, tensor.shape, kFloat32, tensor.values);
    return name;
  }

  std::string Constant(const std::vector<std::int64_t>& values) {
    const std::string name = fmt::format("c{}", next_++);
    const std::int64_t size = static_cast<std::int64_t>(values.size());
    AddInitializer<std::int64_t>(name, {&size, 1}, kInt64, values);
    return name;
  }

  const NamedTensors& tensors_;
  ProtobufMessage graph_;
  int next_ = 0;
  std::string column_;  // the task as [N, 18, 1, 1]
  std::string maps_;    // the task's maps of the size last asked for
  std::pair<std::int64_t, std::int64_t> maps_size_;
};

void AddCritic(Graph& graph, const std::string& features, const PolicyShape& shape) {
  std::string x = graph.MaxPool(graph.Relu(graph.Conv(features, shape.Critic0())));
  x = graph.MaxPool(graph.Relu(graph.Conv(x, shape.Critic1())));
  x = graph.Node("Flatten", {graph.Node("GlobalAveragePool", {x})});
  x = graph.Node("Concat", {x, "task"}, {{"axis", {1}, false}});
  graph.Linear(graph.Relu(graph.Linear(x, "critic2")), "critic3", "value");
  graph.Declare(kGraphOutput, "value", {1});
}

void AddPolicy(Graph& graph, const NetworkLayout& layout) {
  const PolicyShape shape{.channels = layout.channels};
  const std::string features = graph.Relu(graph.Conv("beliefs", shape.FeatEnc()));
  std::string x = graph.Relu(graph.Conv(features, shape.Actor1()));
  x = graph.Relu(graph.Conv(x, shape.Actor2()));
  x = graph.Conv(x, shape.Actor3());
  if (layout.gaze_prior) {
    graph.Declare(kGraphInput, "gaze", {2, Grid::kRows, Grid::kColumns});
    graph.Node("Add", {graph.Node("Flatten", {x}), graph.GazePrior()}, {}, "logits");
  } else {
    graph.Node("Flatten", {x}, {}, "logits");
  }
  graph.Node("Softmax", {"logits"}, {{"axis", {1}, false}}, "probabilities");
  graph.Declare(kGraphOutput, "logits", {Grid::kCells});
  graph.Declare(kGraphOutput, "probabilities", {Grid::kCells});
  if (layout.has_critic) AddCritic(graph, features, shape);
}

void AddDiscriminator(Graph& graph, const NetworkLayout& layout) {
  const DiscriminatorShape shape{.channels = layout.channels, .first_kernel = layout.first_kernel};
  std::string x = "beliefs";
  for (const ConvShape& conv : {shape.Conv1(), shape.Conv2(), shape.Conv3()}) {
    x = graph.Relu(graph.Conv(x, conv));
  }
  graph.Node("Flatten", {graph.Conv(x, shape.Conv4())}, {}, "logits");
  // log sigmoid(x) = -softplus(-x), finite for every x.
  const std::string negative = graph.Node("Neg", {"logits"});
  graph.Node("Neg", {graph.Node("Softplus", {negative})}, {}, "reward");
  graph.Declare(kGraphOutput, "logits", {Grid::kCells});
  graph.Declare(kGraphOutput, "reward", {Grid::kCells});
}

}  // namespace

std::string OnnxModel(const NamedTensors& tensors, const std::map<std::string, double>& constants) {
  const NetworkLayout layout = ReadNetworkLayout("model", tensors);
  Graph graph(tensors);
  graph.Declare(kGraphInput, "beliefs", {layout.channels, Grid::kRows, Grid::kColumns});
  graph.Declare(kGraphInput, "task", {kTasks});
  if (layout.kind == NetworkKind::kPolicy) {
    AddPolicy(graph, layout);
  } else {
    AddDiscriminator(graph, layout);
  }
  return std::move(graph).Finish(NetworkName(layout.kind), constants);
}

void WriteOnnx(const std::filesystem::path& path, const NamedTensors& tensors,
               const std::map<std::string, double>& constants) {
  WriteFileAtomically(path, OnnxModel(tensors, constants));
}

}  // namespace saccade
