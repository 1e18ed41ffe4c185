#include "saccade/perception/onnx_parser.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/stopwatch.h"
#include "saccade/perception/semantic_labels.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

constexpr int kDivisor = 32;

const OnnxValue* OutputOfRank(const OnnxSession& session, std::size_t rank) {
  const auto found =
      std::find_if(session.outputs().begin(), session.outputs().end(),
                   [&](const OnnxValue& output) { return output.shape.size() == rank; });
  return found == session.outputs().end() ? nullptr : &*found;
}

// The size to feed: the model's own, or `free` where the model leaves it open.
PixelSize InputSize(const OnnxSession& session, PixelSize free) {
  const auto& shape = session.input().shape;
  if (shape.size() != 4 || (shape[1] != 3 && shape[1] != -1)) {
    throw InputError(session.file(), session.input().name,
                     "takes {}, not pictures of 1 x 3 x height x width", shape);
  }
  return {shape[3] > 0 ? static_cast<int>(shape[3]) : free.width,
          shape[2] > 0 ? static_cast<int>(shape[2]) : free.height};
}

HostTensor& TensorOfRank(std::vector<HostTensor>& tensors, std::size_t rank) {
  return *std::find_if(tensors.begin(), tensors.end(),
                       [&](const HostTensor& tensor) { return tensor.shape.size() == rank; });
}

// [1][3][height][width].
HostTensor NormalisedInput(const Picture& picture, const StuffModel& model) {
  HostTensor input{{1, 3, picture.height, picture.width}, {}};
  const std::size_t plane = static_cast<std::size_t>(picture.width) * picture.height;
  input.values.resize(3 * plane);
  for (std::size_t i = 0; i < plane; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      input.values[c * plane + i] =
          (static_cast<float>(picture.rgb[3 * i + c]) - model.mean[c]) / model.deviation[c];
    }
  }
  return input;
}

std::vector<float> ChannelsLast(const HostTensor& tensor) {
  const auto channels = static_cast<std::size_t>(tensor.shape[1]);
  const std::size_t plane = tensor.values.size() / channels;
  std::vector<float> out(tensor.values.size());
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < plane; ++i) out[i * channels + c] = tensor.values[c * plane + i];
  }
  return out;
}

StuffModel DescribeStuff(const OnnxSession& session) {
  const std::int64_t classes = OutputOfRank(session, 4)->shape[1];
  const auto labels = std::filesystem::path(session.file()).replace_extension(".labels.json");
  if (std::filesystem::exists(labels)) return ReadStuffModel(labels, static_cast<int>(classes));
  return KnownStuffModel(session.file(), static_cast<int>(classes));
}

}  // namespace

OnnxKind KindOf(const OnnxSession& session) {
  const OnnxValue* const maps = OutputOfRank(session, 4);
  const OnnxValue* const places = OutputOfRank(session, 3);
  if (maps != nullptr && places != nullptr) {
    if (places->shape[1] == 4 + kThingChannels + maps->shape[1]) return OnnxKind::kInstances;
  } else if (maps != nullptr && maps->shape[1] > 1) {
    return OnnxKind::kSemantic;
  }
  std::vector<std::string> shapes;
  for (const OnnxValue& output : session.outputs()) {
    shapes.push_back(fmt::format("{} {}", output.name, output.shape));
  }
  throw InputError(
      session.file(), "",
      "is neither a YOLO-seg model of the 80 COCO classes nor a semantic one; its outputs "
      "are {} (docs/models.md)",
      fmt::join(shapes, ", "));
}

OnnxParser::OnnxParser(std::optional<OnnxSession> instances, std::optional<OnnxSession> semantic,
                       const OnnxParserOptions& options)
    : instances_(std::move(instances)), semantic_(std::move(semantic)), options_(options) {
  if (semantic_) stuff_ = DescribeStuff(*semantic_);
  for (const auto& session : {&instances_, &semantic_}) {
    if (*session) InputSize(**session, {kDivisor, kDivisor});
  }
}

SceneParse OnnxParser::Parse(const Picture& picture) const {
  if (picture.width <= 0 || picture.height <= 0) throw InputError("the picture has no pixels");
  Stopwatch watch;
  ParseTiming seconds;
  const std::vector<SceneInstance> instances = FindInstances(picture);
  seconds.things = watch.Lap();
  const std::vector<std::uint8_t> stuff = FindStuff(picture);
  seconds.stuff = watch.Lap();
  SceneParse parse = MergePanoptic(instances, stuff, picture.width, picture.height, options_.merge);
  seconds.merge = watch.Lap();
  parse.seconds = seconds;
  return parse;
}

std::string OnnxParser::Description() const {
  std::vector<std::string> names;
  for (const auto& session : {&instances_, &semantic_}) {
    if (*session) names.push_back((*session)->file().filename().string());
  }
  return fmt::format("ONNX ({})", fmt::join(names, " + "));
}

std::vector<SceneInstance> OnnxParser::FindInstances(const Picture& picture) const {
  if (!instances_) return {};
  const PixelSize size{picture.width, picture.height};
  const double scale =
      static_cast<double>(options_.input_size) / std::max(picture.width, picture.height);
  const PixelSize free = PadToMultiple({std::max(1, static_cast<int>(size.width * scale + 0.5)),
                                        std::max(1, static_cast<int>(size.height * scale + 0.5))},
                                       kDivisor);
  const Letterbox letterbox = FitLetterbox(size, InputSize(*instances_, free));
  std::vector<HostTensor> outputs = instances_->Run(LetterboxInput(picture, letterbox));
  return DecodeYolo(TensorOfRank(outputs, 3), TensorOfRank(outputs, 4), letterbox,
                    options_.instances);
}

std::vector<std::uint8_t> OnnxParser::FindStuff(const Picture& picture) const {
  if (!semantic_) return {};
  const PixelSize size{picture.width, picture.height};
  const Picture fed =
      ResizeLikePillow(picture, InputSize(*semantic_, PadToMultiple(size, kDivisor)));
  std::vector<HostTensor> outputs = semantic_->Run(NormalisedInput(fed, stuff_));
  const HostTensor& logits = TensorOfRank(outputs, 4);
  const std::vector<float> values = ChannelsLast(logits);
  const PixelSize grid{static_cast<int>(logits.shape[3]), static_cast<int>(logits.shape[2])};
  std::vector<std::uint8_t> labels = LikeliestLabels({.data = values.data(),
                                                      .height = grid.height,
                                                      .width = grid.width,
                                                      .classes = static_cast<int>(logits.shape[1]),
                                                      .stride = 1,
                                                      .network = grid},
                                                     size);
  for (std::uint8_t& label : labels) label = stuff_.stuff_of_class[label];
  return labels;
}

}  // namespace saccade
