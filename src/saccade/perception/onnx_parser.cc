#include "saccade/perception/onnx_parser.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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

// Where a picture lies in a semantic model's input.
struct StuffPlace {
  PixelSize network;
  PixelSize shown;
  int left = 0;
  int top = 0;
};

StuffPlace PlaceIn(PixelSize network, PixelSize picture, bool centred) {
  if (!centred) return {network, network};
  const double scale = std::min(static_cast<double>(network.width) / picture.width,
                                static_cast<double>(network.height) / picture.height);
  const PixelSize shown{std::max(1, static_cast<int>(picture.width * scale + .5)),
                        std::max(1, static_cast<int>(picture.height * scale + .5))};
  return {network, shown, (network.width - shown.width) / 2, (network.height - shown.height) / 2};
}

// [1][3][height][width], 0 around the picture.
HostTensor NormalisedInput(const Picture& picture, const StuffModel& model,
                           const StuffPlace& place) {
  const auto [width, height] = place.network;
  HostTensor input{{1, 3, height, width}, {}};
  const std::size_t plane = static_cast<std::size_t>(width) * height;
  input.values.assign(3 * plane, 0.f);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* const pixel = picture.At(x, y);
      const std::size_t to = static_cast<std::size_t>(place.top + y) * width + place.left + x;
      for (std::size_t c = 0; c < 3; ++c) {
        input.values[c * plane + to] =
            (static_cast<float>(pixel[c]) - model.mean[c]) / model.deviation[c];
      }
    }
  }
  return input;
}

struct GridLogits {
  std::vector<float> values;  // channels last
  PixelSize grid;
};

// The part of the logits that is the picture's: what its first and last pixel fall on and all
// between.
GridLogits LogitsOf(const HostTensor& tensor, const StuffPlace& place) {
  const auto classes = static_cast<std::size_t>(tensor.shape[1]);
  const auto height = static_cast<int>(tensor.shape[2]), width = static_cast<int>(tensor.shape[3]);
  const auto first = [](int at, int grid, int network) { return at * grid / network; };
  const auto end = [](int at, int grid, int network) {
    return (at * grid + network - 1) / network;
  };
  const int x0 = first(place.left, width, place.network.width);
  const int y0 = first(place.top, height, place.network.height);
  const int x1 = end(place.left + place.shown.width, width, place.network.width);
  const int y1 = end(place.top + place.shown.height, height, place.network.height);
  GridLogits part{{}, {x1 - x0, y1 - y0}};
  part.values.resize(classes * part.grid.width * part.grid.height);
  float* to = part.values.data();
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      for (std::size_t c = 0; c < classes; ++c) {
        *to++ = tensor.values[(c * height + y) * width + x];
      }
    }
  }
  return part;
}

StuffModel DescribeStuff(const OnnxSession& session) {
  const std::int64_t classes = OutputOfRank(session, 4)->shape[1];
  const auto labels = std::filesystem::path(session.file()).replace_extension(".labels.json");
  if (std::filesystem::exists(labels)) return ReadStuffModel(labels, static_cast<int>(classes));
  StuffModel known = KnownStuffModel(session.file(), static_cast<int>(classes));
  // Of the two that are known by 32 classes the one with a square input (MOSAIC) keeps the aspect.
  constexpr std::int64_t kMosaicClasses = 32;
  const auto& input = session.input().shape;
  known.centred = classes == kMosaicClasses && input.size() == 4 && input[2] == input[3];
  return known;
}

// What a session gave for a picture, and how the picture lay in its input.
struct YoloRun {
  Letterbox letterbox;
  std::vector<HostTensor> outputs;

  HostTensor& Detections() { return TensorOfRank(outputs, 3); }
  HostTensor& Prototypes() { return TensorOfRank(outputs, 4); }
};

YoloRun RunYolo(const OnnxSession& session, const Picture& picture, int longer_edge) {
  const PixelSize size{picture.width, picture.height};
  const double scale = static_cast<double>(longer_edge) / std::max(size.width, size.height);
  const PixelSize free = PadToMultiple({std::max(1, static_cast<int>(size.width * scale + 0.5)),
                                        std::max(1, static_cast<int>(size.height * scale + 0.5))},
                                       kDivisor);
  const Letterbox letterbox = FitLetterbox(size, InputSize(session, free));
  return {letterbox, session.Run(LetterboxInput(picture, letterbox))};
}

// Stuff 0..53 of every pixel.
std::vector<std::uint8_t> RunSemantic(const OnnxSession& session, const StuffModel& model,
                                      const Picture& picture) {
  const PixelSize size{picture.width, picture.height};
  const StuffPlace place =
      PlaceIn(InputSize(session, PadToMultiple(size, kDivisor)), size, model.centred);
  std::vector<HostTensor> outputs =
      session.Run(NormalisedInput(ResizeLikePillow(picture, place.shown), model, place));
  const HostTensor& tensor = TensorOfRank(outputs, 4);
  const GridLogits logits = LogitsOf(tensor, place);
  std::vector<std::uint8_t> labels = LikeliestLabels({.data = logits.values.data(),
                                                      .height = logits.grid.height,
                                                      .width = logits.grid.width,
                                                      .classes = static_cast<int>(tensor.shape[1]),
                                                      .stride = 1,
                                                      .network = logits.grid},
                                                     size);
  for (std::uint8_t& label : labels) label = model.stuff_of_class[label];
  return labels;
}

// Every session, by role.
template <typename Models>
auto AllOf(Models& models) {
  return std::array{&models.boxes, &models.instances, &models.semantic};
}

}  // namespace

OnnxKind KindOf(const OnnxSession& session) {
  const OnnxValue* const maps = OutputOfRank(session, 4);
  const OnnxValue* const places = OutputOfRank(session, 3);
  if (maps != nullptr && places != nullptr) {
    if (places->shape[1] == 4 + kThingChannels + maps->shape[1]) return OnnxKind::kInstances;
  } else if (maps != nullptr && maps->shape[1] > 1) {
    return OnnxKind::kSemantic;
  } else if (places != nullptr && places->shape[1] == 4 + kThingChannels) {
    return OnnxKind::kBoxes;
  }
  std::vector<std::string> shapes;
  for (const OnnxValue& output : session.outputs()) {
    shapes.push_back(fmt::format("{} {}", output.name, output.shape));
  }
  throw InputError(session.file(), "",
                   "is neither a YOLO model of the 80 COCO classes nor a semantic one; its outputs "
                   "are {} (docs/models.md)",
                   fmt::join(shapes, ", "));
}

OnnxParser::OnnxParser(OnnxModels models, const OnnxParserOptions& options)
    : models_(std::move(models)), options_(options) {
  for (const OnnxSession& session : models_.semantic) stuff_.push_back(DescribeStuff(session));
  for (const auto* const sessions : AllOf(models_)) {
    for (const OnnxSession& session : *sessions) InputSize(session, {kDivisor, kDivisor});
  }
}

SceneParse OnnxParser::Parse(const Picture& picture) const {
  if (picture.width <= 0 || picture.height <= 0) throw InputError("the picture has no pixels");
  Stopwatch watch;
  ParseTiming seconds;
  const std::vector<SceneInstance> instances = FindThings(picture);
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
  for (const auto* const sessions : AllOf(models_)) {
    for (const OnnxSession& session : *sessions)
      names.push_back(session.file().filename().string());
  }
  return fmt::format("ONNX ({})", fmt::join(names, " + "));
}

std::vector<SceneInstance> OnnxParser::FindThings(const Picture& picture) const {
  std::vector<YoloRun> segmenters;
  for (const OnnxSession& session : models_.instances) {
    segmenters.push_back(RunYolo(session, picture, options_.input_size));
  }
  std::vector<SceneInstance> found;
  const auto add = [&](std::vector<SceneInstance> more) {
    std::move(more.begin(), more.end(), std::back_inserter(found));
  };
  if (models_.boxes.empty()) {
    for (YoloRun& run : segmenters) {
      add(DecodeYolo(run.Detections(), run.Prototypes(), run.letterbox, options_.instances));
    }
    return found;
  }
  std::vector<OutlineSource> outlines;
  for (YoloRun& run : segmenters) {
    outlines.push_back({run.Detections(), run.Prototypes(), run.letterbox});
  }
  for (const OnnxSession& session : models_.boxes) {
    YoloRun run = RunYolo(session, picture, options_.input_size);
    add(DecodeYoloBoxes(run.Detections(), run.letterbox, outlines, options_.instances));
  }
  return found;
}

std::vector<std::uint8_t> OnnxParser::FindStuff(const Picture& picture) const {
  std::vector<std::uint8_t> stuff;
  for (std::size_t m = 0; m < models_.semantic.size(); ++m) {
    std::vector<std::uint8_t> more = RunSemantic(models_.semantic[m], stuff_[m], picture);
    if (stuff.empty()) {
      stuff = std::move(more);
      continue;
    }
    for (std::size_t i = 0; i < stuff.size(); ++i) {
      if (stuff[i] == 0) stuff[i] = more[i];
    }
  }
  return stuff;
}

}  // namespace saccade
