#include "saccade/perception/panoptic_fpn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/base/stopwatch.h"
#include "saccade/perception/panoptic_fpn_network.h"
#include "saccade/perception/parameter_file.h"
#include "saccade/perception/semantic_labels.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

constexpr std::array<float, 3> kMeanRgb = {123.675f, 116.280f, 103.530f};
constexpr int kDivisor = 32;
constexpr int kSemanticStride = 4;
constexpr int kSmallestAnchor = 32;

}  // namespace

PanopticFpnOptions PanopticFpnOptions::WithInputSize(int short_edge) {
  if (short_edge < 32 || short_edge > 1600) {
    throw InputError(fmt::format(
        "an input size of {} is outside 32 to 1600; 800 is the published one, 320 is fast",
        short_edge));
  }
  PanopticFpnOptions options;
  options.short_edge = short_edge;
  options.long_edge = short_edge * 1333 / 800;
  options.rpn.best = std::clamp(short_edge * 1000 / 800, 300, 1000);
  return options;
}

CornerBox ToOutput(const CornerBox& box_in_network, PixelSize network, PixelSize out) {
  const auto ratio = [](int to, int from) {
    return static_cast<float>(static_cast<double>(to) / from);
  };
  const float x = ratio(out.width, network.width);
  const float y = ratio(out.height, network.height);
  const CornerBox& b = box_in_network;
  return ClipBox({b.x1 * x, b.y1 * y, b.x2 * x, b.y2 * y}, static_cast<float>(out.width),
                 static_cast<float>(out.height));
}

PanopticFpn::Network::Input PanopticFpn::Network::Prepare(const Picture& picture) const {
  const PixelSize own{picture.width, picture.height};
  const PixelSize size =
      options.short_edge > 0 ? FitShortEdge(own, options.short_edge, options.long_edge) : own;
  const Picture resized = ResizeLikePillow(picture, size);
  const PixelSize padded = PadToMultiple(size, kDivisor);
  Maps pixels(1, padded.height, padded.width, 3);
  std::ranges::fill(pixels.values, 0.f);
  ParallelFor(size.height, [&](std::size_t y) {
    const std::uint8_t* in = resized.At(0, static_cast<int>(y));
    float* row = pixels.At(0, static_cast<int>(y), 0);
    for (int x = 0; x < size.width; ++x, in += 3, row += 3) {
      for (int c = 0; c < 3; ++c) row[c] = static_cast<float>(in[2 - c]) - kMeanRgb[2 - c];
    }
  });
  return {pixels, size};
}

std::array<Maps, 5> PanopticFpn::Network::Pyramid(const Maps& pixels, const Trace& trace) const {
  const ResNet50::Stages stages = backbone(pixels);
  const std::array<Maps, 5> levels = pyramid(stages.res);
  if (trace) {
    trace("stem", stages.stem);
    for (int i = 0; i < 4; ++i) trace(fmt::format("res{}", i + 2), stages.res[i]);
    for (int i = 0; i < 5; ++i) trace(fmt::format("p{}", i + 2), levels[i]);
  }
  return levels;
}

std::vector<Proposal> PanopticFpn::Network::Propose(std::span<const Maps> levels, PixelSize size,
                                                    const Trace& trace) const {
  std::vector<RpnHead::Output> outputs;
  std::vector<RpnLevel> views;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    outputs.push_back(rpn(levels[l]));
    const RpnHead::Output& output = outputs.back();
    if (trace) {
      trace(fmt::format("rpn_objectness_p{}", l + 2), output.objectness);
      trace(fmt::format("rpn_deltas_p{}", l + 2), output.deltas);
    }
    views.push_back({.height = levels[l].height,
                     .width = levels[l].width,
                     .stride = 4 << l,
                     .anchor_size = kSmallestAnchor << l,
                     .objectness = output.objectness.values.data(),
                     .deltas = output.deltas.values.data()});
  }
  return SelectProposals(views, size, options.rpn);
}

std::vector<Detection> PanopticFpn::Network::Detect(std::span<const Maps> levels,
                                                    std::span<const Proposal> proposals,
                                                    PixelSize size, const Trace& trace) const {
  if (proposals.empty()) return {};
  std::vector<CornerBox> boxes;
  for (const Proposal& proposal : proposals) boxes.push_back(proposal.box);
  Maps pooled = PoolRegions(levels, boxes, BoxHead::kPooled);
  if (trace) trace("box_pooled", pooled);
  const BoxHead::Output output = box(std::move(pooled));
  if (trace) {
    trace("box_fc2_out", output.features);
    trace("cls_logits", output.logits);
    trace("bbox_deltas", output.deltas);
  }
  return SelectDetections(boxes, output.logits.values, output.deltas.values, size,
                          options.detection);
}

std::vector<SceneInstance> PanopticFpn::Network::Segment(std::span<const Maps> levels,
                                                         std::span<const Detection> detections,
                                                         PixelSize size, PixelSize out,
                                                         const Trace& trace) const {
  if (detections.empty()) return {};
  std::vector<CornerBox> boxes;
  for (const Detection& detection : detections) boxes.push_back(detection.box);
  const Maps pooled = PoolRegions(levels, boxes, MaskHead::kPooled);
  const Maps all_logits = mask(pooled);
  constexpr int kSize = MaskHead::kMaskSize;
  Maps logits(all_logits.batch, kSize, kSize, 1);  // of each detection's own class
  for (std::size_t i = 0; i < logits.values.size(); ++i) {
    logits.values[i] =
        all_logits.values[i * kThingChannels + detections[i / (kSize * kSize)].category];
  }
  if (trace) {
    trace("mask_pooled", pooled);
    trace("mask_logits", all_logits);
    trace("mask_logits_of_predicted_class", logits);
  }
  for (float& value : logits.values) value = 1 / (1 + std::exp(-value));  // now probabilities

  std::vector<SceneInstance> all(detections.size());
  ParallelFor(detections.size(), [&](std::size_t i) {
    const CornerBox box_in_picture = ToOutput(boxes[i], size, out);
    if (!(box_in_picture.Width() > 0 && box_in_picture.Height() > 0)) return;
    all[i] = {detections[i].category, detections[i].score,
              PasteMask({logits.At(static_cast<int>(i), 0, 0), kSize * kSize}, kSize,
                        box_in_picture, out.width, out.height)};
  });
  std::erase_if(all, [](const SceneInstance& instance) { return instance.mask.inside.empty(); });
  return all;
}

std::vector<std::uint8_t> PanopticFpn::Network::Label(std::span<const Maps> levels, PixelSize size,
                                                      PixelSize out, const Trace& trace) const {
  const Maps logits = semantic(levels, trace);
  if (trace) trace("sem_logits_stride4", logits);
  return LikeliestLabels({.data = logits.values.data(),
                          .height = logits.height,
                          .width = logits.width,
                          .classes = kStuffChannels,
                          .stride = kSemanticStride,
                          .network = size},
                         out);
}

PanopticFpn::PanopticFpn(const NamedTensors& weights, const std::filesystem::path& file,
                         const PanopticFpnOptions& options)
    : file_(file) {
  UseThreads(options.threads);
  WeightReader reader(weights, file);
  network_ = std::make_unique<Network>(reader, options);
  reader.Finish();
}

PanopticFpn::~PanopticFpn() = default;

SceneParse PanopticFpn::Parse(const Picture& picture) const {
  if (picture.width <= 0 || picture.height <= 0) throw InputError("the picture has no pixels");
  UseThreads(network_->options.threads);
  const Network& net = *network_;
  const PixelSize out{picture.width, picture.height};
  Stopwatch watch;
  ParseTiming seconds;
  const Network::Input input = net.Prepare(picture);
  const auto levels = net.Pyramid(input.pixels);
  seconds.features = watch.Lap();
  const auto proposals = net.Propose(levels, input.size);
  auto detections = net.Detect(levels, proposals, input.size);
  // The merge stops at the first score under its limit: no masks beyond, 1.1 GFLOP each.
  std::erase_if(detections, [&](const Detection& detection) {
    return detection.score < net.options.merge.confidence;
  });
  const auto instances = net.Segment(levels, detections, input.size, out);
  seconds.things = watch.Lap();
  const auto labels = net.Label(levels, input.size, out);
  seconds.stuff = watch.Lap();
  SceneParse parse = MergePanoptic(instances, labels, out.width, out.height, net.options.merge);
  seconds.merge = watch.Lap();
  parse.seconds = seconds;
  return parse;
}

std::unique_ptr<PanopticFpn> LoadPanopticFpn(const std::filesystem::path& file,
                                             const PanopticFpnOptions& options) {
  return std::make_unique<PanopticFpn>(ReadParameters(file), file, options);
}

std::string PanopticFpn::Description() const {
  return fmt::format("Panoptic-FPN R-50 ({}), short edge {}", file_.filename().string(),
                     network_->options.short_edge);
}

}  // namespace saccade
