#include "saccade/perception/panoptic_fpn.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/crc32.h"
#include "saccade/image/picture_file.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/perception/panoptic_fpn_network.h"
#include "saccade/scene/category.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kParams = "gold_d2/params.json";

nlohmann::json ReadGolden(const std::string& name) {
  return nlohmann::json::parse(ReadFile(testing::SharedData("gold_d2/" + name)));
}

std::string Crc(std::span<const std::byte> bytes) { return fmt::format("{:08x}", Crc32(bytes)); }

// Made once: 46 million numbers by formula.
const NamedTensors& GoldenWeights() {
  static const NamedTensors weights = FormulaWeights(testing::SharedData(kParams));
  return weights;
}

// The limits of the golden README, as a multiple of the tensor's standard deviation.
double Limit(const std::string& name) {
  if (name == "input") return 1e-6;
  if (name == "stem" || name == "res2") return 3e-5;
  if (name == "res3") return 1e-4;
  if (name == "res4") return 3e-4;
  if (name.starts_with("forced_") || name.starts_with("box_") || name.starts_with("cls_") ||
      name.starts_with("bbox_")) {
    return 2e-3;
  }
  if (name.starts_with("mask_")) return 1e-2;
  return 1e-3;  // res5, the pyramid, RPN outputs, the semantic head
}

// Samples and statistics of one tensor.
void ExpectTensor(const std::string& name, const nlohmann::json& golden, const Maps& maps) {
  SCOPED_TRACE(name);
  // Linear outputs are written without their height and width of 1, a mask without its channel.
  std::vector<std::int64_t> shape = golden.at("shape"),
                            found = {maps.batch, maps.channels, maps.height, maps.width};
  std::erase(shape, 1);
  std::erase(found, 1);
  ASSERT_EQ(found, shape);
  const double deviation = golden.at("std");
  const double limit = Limit(name) * deviation;
  const std::vector<float> values = ChannelsFirst(maps);
  for (const auto& sample : golden.at("samples")) {
    EXPECT_NEAR(values[sample[0].get<std::size_t>()], sample[1], limit) << "at " << sample[0];
  }
  const double count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const float value : values) squares += (value - mean) * (value - mean);
  EXPECT_NEAR(mean, golden.at("mean"), limit);
  EXPECT_NEAR(std::sqrt(squares / count), deviation, limit);
  EXPECT_NEAR(*std::ranges::min_element(values), golden.at("min"), limit);
  EXPECT_NEAR(*std::ranges::max_element(values), golden.at("max"), limit);
}

// The first `count` of a batch.
Maps First(int count, const Maps& maps) {
  Maps first(count, maps.height, maps.width, maps.channels);
  std::copy_n(maps.values.begin(), first.values.size(), first.values.begin());
  return first;
}

// The upper left part of one picture's maps.
Maps Crop(const Maps& maps, PixelSize size) {
  Maps part(1, size.height, size.width, maps.channels);
  for (int y = 0; y < size.height; ++y) {
    std::copy_n(maps.At(0, y, 0), size.width * maps.channels, part.At(0, y, 0));
  }
  return part;
}

void ExpectBox(const CornerBox& box, const nlohmann::json& expected, double limit) {
  EXPECT_NEAR(box.x1, expected[0], limit);
  EXPECT_NEAR(box.y1, expected[1], limit);
  EXPECT_NEAR(box.x2, expected[2], limit);
  EXPECT_NEAR(box.y2, expected[3], limit);
}

PanopticFpnOptions OptionsOf(const nlohmann::json& golden) {
  PanopticFpnOptions options;
  const auto& resize = golden.at("resize");
  options.short_edge = resize.at("short_edge").is_null() ? 0 : resize.at("short_edge").get<int>();
  if (options.short_edge > 0) options.long_edge = resize.at("max_size");
  options.merge.stuff_area = golden.at("options").at("STUFF_AREA_LIMIT");
  options.merge.confidence = golden.at("options").at("INSTANCES_CONFIDENCE_THRESH");
  return options;
}

// A whole case, computed stage by stage with every activation kept.
class PanopticFpnCase : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    SACCADE_NEEDS_DATA(kParams);
    golden_ = ReadGolden(GetParam() + ".json");
    const auto& image = golden_.at("image");
    picture_ = FormulaPicture(image.at("W"), image.at("H"), image.at("S"));
    parser_ = std::make_unique<PanopticFpn>(GoldenWeights(), "formula", OptionsOf(golden_));
    network_ = &parser_->network();
    out_ = {picture_.width, picture_.height};
    const Trace trace = [this](std::string_view name, const Maps& value) {
      tensors_.emplace(name, value);
    };
    const auto input = network_->Prepare(picture_);
    size_ = input.size;
    trace("input", input.pixels);
    levels_ = network_->Pyramid(input.pixels, trace);
    proposals_ = network_->Propose(levels_, size_, trace);
    detections_ = network_->Detect(levels_, proposals_, size_, trace);
    instances_ = network_->Segment(levels_, detections_, size_, out_, trace);
    labels_ = network_->Label(levels_, size_, out_, trace);
  }

  void ExpectTensors();
  void ExpectProposals();
  void ExpectDetections();
  void ExpectForcedRegions();
  void ExpectLabels();
  void ExpectPanoptic();

  nlohmann::json golden_;
  Picture picture_;
  std::unique_ptr<PanopticFpn> parser_;
  const PanopticFpn::Network* network_ = nullptr;
  PixelSize size_, out_;
  std::map<std::string, Maps> tensors_;
  std::array<Maps, 5> levels_;
  std::vector<Proposal> proposals_;
  std::vector<Detection> detections_;
  std::vector<SceneInstance> instances_;
  std::vector<std::uint8_t> labels_;
};

void PanopticFpnCase::ExpectTensors() {
  const Maps& coarse = tensors_.at("sem_logits_stride4");
  const Maps padded = ResizeBilinear(coarse, {4 * coarse.width, 4 * coarse.height});
  tensors_.emplace("sem_logits_padded_fullres", padded);
  tensors_.emplace("sem_logits_output_size", ResizeBilinear(Crop(padded, size_), out_));
  int compared = 0;
  for (const auto& [name, expected] : golden_.at("tensors").items()) {
    if (name.starts_with("forced_")) continue;
    const auto first = name.find("_first");
    ASSERT_TRUE(tensors_.contains(name.substr(0, first))) << name;
    const Maps& value = tensors_.at(name.substr(0, first));
    ExpectTensor(name, expected,
                 first == std::string::npos ? value : First(expected.at("shape")[0], value));
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

void PanopticFpnCase::ExpectProposals() {
  for (int l = 0; l < 5; ++l) {
    const auto& golden = golden_.at("anchors")[l];
    const auto anchors = Anchors(levels_[l].height, levels_[l].width, 4 << l, 32 << l);
    ASSERT_EQ(anchors.size(), golden.at("count"));
    for (int i = 0; i < 6; ++i) ExpectBox(anchors[i], golden.at("first6")[i], 1e-4);
    ExpectBox(anchors.back(), golden.at("last"), 1e-4);
  }
  const auto& golden = golden_.at("proposals");
  ASSERT_EQ(proposals_.size(), golden.at("count"));
  for (std::size_t i = 0; i < golden.at("top").size(); ++i) {
    SCOPED_TRACE(fmt::format("proposal {}", i));
    ExpectBox(proposals_[i].box, golden.at("top")[i].at("box"), 0.02);
    EXPECT_EQ(PoolLevel(proposals_[i].box), golden.at("top")[i].at("pool_level"));
  }
  const auto& decoded = golden_.at("decoded_boxes_proposal0_first5classes");
  const Maps& deltas = tensors_.at("bbox_deltas");
  for (std::size_t c = 0; c < 5; ++c) {
    ExpectBox(DecodeBox(proposals_[0].box, deltas.values.data() + 4 * c, {10, 10, 5, 5}),
              {decoded[4 * c], decoded[4 * c + 1], decoded[4 * c + 2], decoded[4 * c + 3]}, 0.05);
  }
}

void PanopticFpnCase::ExpectDetections() {
  const auto& golden = golden_.at("detections");
  ASSERT_EQ(detections_.size(), golden.size());
  ASSERT_EQ(instances_.size(), golden.size());
  for (std::size_t i = 0; i < golden.size(); ++i) {
    SCOPED_TRACE(fmt::format("detection {}", i));
    const auto& expected = golden[i];
    EXPECT_EQ(detections_[i].category, expected.at("category"));
    EXPECT_NEAR(detections_[i].score, expected.at("score"), 5e-4);
    ExpectBox(detections_[i].box, expected.at("box_network"), 0.05);
    ExpectBox(ToOutput(detections_[i].box, size_, out_), expected.at("box_output"), 0.05);
    EXPECT_EQ(PoolLevel(detections_[i].box), expected.at("mask_pool_level"));
    const double area = expected.at("mask_area");
    EXPECT_NEAR(static_cast<double>(instances_[i].mask.Area()), area, std::max(5.0, 0.01 * area));
  }
}

void PanopticFpnCase::ExpectForcedRegions() {
  const auto& golden = golden_.at("forced_rois");
  std::vector<CornerBox> boxes;
  for (const auto& box : golden.at("boxes")) boxes.push_back({box[0], box[1], box[2], box[3]});
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_EQ(PoolLevel(boxes[i]), golden.at("pool_level")[i]);
  }
  const Maps box_pooled = PoolRegions(levels_, boxes, BoxHead::kPooled);
  const Maps mask_pooled = PoolRegions(levels_, boxes, MaskHead::kPooled);
  const auto box = network_->box(box_pooled);
  const std::map<std::string, Maps> found = {
      {"forced_box_pooled", box_pooled},   {"forced_box_fc2_out", box.features},
      {"forced_cls_logits", box.logits},   {"forced_bbox_deltas", box.deltas},
      {"forced_mask_pooled", mask_pooled}, {"forced_mask_logits", network_->mask(mask_pooled)}};
  for (const auto& [name, expected] : golden_.at("tensors").items()) {
    if (!name.starts_with("forced_")) continue;
    ASSERT_TRUE(found.contains(name)) << name;
    ExpectTensor(name, expected, found.at(name));
  }
}

void PanopticFpnCase::ExpectLabels() {
  const auto golden = ReadGreyPng(testing::SharedData("gold_d2/" + GetParam() + ".semseg.png"));
  std::size_t different = 0;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    different += labels_[i] * 257 != golden.values[i];
  }
  EXPECT_LE(different, 0.0005 * labels_.size());
}

void PanopticFpnCase::ExpectPanoptic() {
  const SceneParse parse = parser_->Parse(picture_);
  const auto& golden = golden_.at("panoptic").at("segments_info");
  ASSERT_EQ(parse.segments.size(), golden.size());
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const bool thing = golden[i].at("isthing");
    EXPECT_EQ(parse.segments[i].id, golden[i].at("id"));
    EXPECT_EQ(parse.segments[i].channel,
              golden[i].at("category_id").get<int>() + (thing ? 0 : kThingChannels));
    const double area = golden[i].at(thing ? "area_final" : "area");
    EXPECT_NEAR(static_cast<double>(parse.segments[i].area), area, std::max(5.0, 0.002 * area));
  }
  const auto ids = ReadGreyPng(testing::SharedData("gold_d2/" + GetParam() + ".panoptic.png"));
  std::size_t different = 0;
  for (std::size_t i = 0; i < parse.ids.values.size(); ++i) {
    different += parse.ids.values[i] * 257 != ids.values[i];
  }
  EXPECT_LE(different, 0.001 * parse.ids.values.size());
}

TEST_P(PanopticFpnCase, MatchesTheGoldenValues) {
  ExpectTensors();
  ExpectForcedRegions();
  ExpectProposals();
  ExpectDetections();
  ExpectLabels();
  ExpectPanoptic();
}

INSTANTIATE_TEST_SUITE_P(Golden, PanopticFpnCase,
                         ::testing::Values("small_96x128", "resize_75x113", "mid_320x512"),
                         [](const auto& instance) { return instance.param; });

TEST(FormulaWeights, HaveTheGoldenChecksums) {
  SACCADE_NEEDS_DATA(kParams);
  const auto parameters = ReadGolden("params.json").at("parameters");
  ASSERT_EQ(GoldenWeights().size(), 330u);
  for (const auto& parameter : parameters) {
    const HostTensor& tensor = GoldenWeights().at(parameter.at("name"));
    EXPECT_EQ(Crc(std::as_bytes(std::span(tensor.values))), parameter.at("crc32"))
        << parameter.at("name");
  }
}

TEST(PanopticFpn, MissingParametersAreNamed) {
  SACCADE_NEEDS_DATA(kParams);
  NamedTensors weights = GoldenWeights();
  weights.erase("backbone.fpn_lateral2.bias");
  weights.erase("roi_heads.box_head.fc2.weight");
  try {
    const PanopticFpn parser(weights, "model.pkl");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("2 parameters"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("backbone.fpn_lateral2.bias"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("roi_heads.box_head.fc2.weight"));
  }
}

TEST(PanopticFpn, AWrongShapeIsNamed) {
  SACCADE_NEEDS_DATA(kParams);
  NamedTensors weights = GoldenWeights();
  weights["backbone.fpn_lateral2.bias"] = {{255}, std::vector<float>(255)};
  EXPECT_THROW(PanopticFpn(weights, "model.pkl"), InputError);
}

TEST(PanopticFpn, AWhitePictureWithoutObjectsIsParsed) {
  SACCADE_NEEDS_DATA(kParams);
  PanopticFpnOptions options = PanopticFpnOptions::WithInputSize(64);
  options.detection.score_threshold = 1.f;
  const PanopticFpn parser(GoldenWeights(), "formula", options);
  const SceneParse parse = parser.Parse(Picture(70, 50, {255, 255, 255}));
  EXPECT_EQ(parse.ids.values.size(), 3500u);
  for (const PanopticSegment& segment : parse.segments) EXPECT_GT(segment.channel, kThingChannels);
}

}  // namespace
}  // namespace saccade
