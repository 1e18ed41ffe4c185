#include "saccade/perception/resnet_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/safetensors.h"
#include "saccade/image/foveation.h"
#include "saccade/image/picture_file.h"
#include "saccade/nn/map_head.h"
#include "saccade/nn/residual_blocks.h"
#include "saccade/perception/feature_cache.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/perception/parameter_file.h"
#include "saccade/perception/resnet_features_impl.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kWeights = "resnet50_imagenet_fp16.pt";

// Relative to the stage's largest value.
void ExpectStage(const nlohmann::json& golden, const Maps& stage) {
  ASSERT_EQ((std::vector{stage.channels, stage.height, stage.width}),
            golden.at("shape").get<std::vector<int>>());
  const double most = golden.at("max"), count = static_cast<double>(stage.values.size());
  const double mean = std::accumulate(stage.values.begin(), stage.values.end(), 0.0) / count;
  double squares = 0;
  for (const float value : stage.values) squares += (value - mean) * (value - mean);
  EXPECT_NEAR(mean, golden.at("mean"), 1e-3 * golden.at("mean").get<double>());
  EXPECT_NEAR(std::sqrt(squares / count), golden.at("std"), 1e-3 * golden.at("std").get<double>());
  EXPECT_NEAR(*std::ranges::max_element(stage.values), most, 1e-3 * most);
  for (const auto& place : golden.at("at")) {
    const std::vector<int> chw = place.at("chw");
    EXPECT_NEAR(stage.At(0, chw[1], chw[2])[chw[0]], place.at("value"), 1e-3 * most);
  }
}

// ImageNet's classifier behind the last stage.
std::vector<double> Classify(const NamedTensors& weights, const Maps& stage) {
  std::vector<double> mean(static_cast<std::size_t>(stage.channels));
  for (std::size_t i = 0; i < stage.values.size(); ++i) {
    mean[i % mean.size()] += stage.values[i] / (stage.height * stage.width);
  }
  std::vector<float> logits = weights.at("fc.bias").values;
  const std::vector<float>& factors = weights.at("fc.weight").values;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    logits[i] += static_cast<float>(std::inner_product(
        mean.begin(), mean.end(), factors.begin() + static_cast<long>(i * mean.size()), 0.0));
  }
  return MapProbabilities(logits);
}

TEST(ResNet50, MatchesTheGoldenStagesAndClasses) {
  SACCADE_NEEDS_DATA(kWeights);
  const FeatureExtractor extractor(testing::SharedData(kWeights));
  const NamedTensors weights = ReadParameters(testing::SharedData(kWeights));
  const auto golden =
      nlohmann::json::parse(ReadFile(testing::SharedData("gold_net/resnet50.json")));
  for (const auto& expected : golden.at("pictures")) {
    const std::string name = expected.at("name");
    SCOPED_TRACE(name);
    const Picture picture =
        ReadPicture(testing::SharedData("coco_search18/images_512x320/" + name));
    EXPECT_EQ(std::accumulate(picture.rgb.begin(), picture.rgb.end(), std::int64_t{0}),
              expected.at("pixel_sum"));
    const auto stages = extractor.impl().backbone(extractor.impl().Prepare(picture));
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(i + 1);
      ExpectStage(expected.at("stages").at("layer" + std::to_string(i + 1)), stages.res[i]);
    }
    const std::vector<double> probabilities = Classify(weights, stages.res[3]);
    for (const auto& likely : expected.at("top5")) {
      EXPECT_NEAR(probabilities[likely.at("class").get<std::size_t>()], likely.at("probability"),
                  1e-3);
    }
  }
}

TEST(FeatureExtractor, GivesTheFourthStageOnTheGrid) {
  SACCADE_NEEDS_DATA(kWeights);
  const FeatureExtractor extractor(testing::SharedData(kWeights));
  const Picture picture = FormulaPicture(512, 320, 64);
  const PictureFeatures features = extractor.Extract(picture);
  EXPECT_EQ(features.channels, 1024);
  EXPECT_EQ(features.rows, 20);
  EXPECT_EQ(features.columns, 32);
  EXPECT_EQ(features.values.size(), 1024u * 640u);
  EXPECT_THROW(extractor.Extract(Picture(320, 512)), InputError);

  const std::vector<PointInImage> fixations = {{256, 160}};
  const std::vector<PointInPhoto> points = {{256, 160}};
  EXPECT_EQ(extractor.ExtractFoveated(picture, fixations),
            extractor.Extract(Foveate(picture, points)));
  EXPECT_NE(extractor.ExtractFoveated(picture, fixations), features);
}

// ResNet-50 by torchvision's names, with weights of about the size that keeps activations alive.
NamedTensors FormulaResNet50() {
  NamedTensors weights;
  const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape,
                       const FormulaOptions& options) {
    weights[name] = {shape, FormulaValues(name, ElementCount(shape), options)};
  };
  const auto convolution = [&](const std::string& name, const std::string& norm, std::int64_t out,
                               std::int64_t in, std::int64_t size) {
    add(name, {out, in, size, size},
        {.scale = 2 / std::sqrt(static_cast<double>(in * size * size))});
    add(norm + ".weight", {out}, {.offset = 0.8, .scale = 0.2});
    add(norm + ".bias", {out}, {.scale = 0.1});
    add(norm + ".running_mean", {out}, {.scale = 0.1});
    add(norm + ".running_var", {out}, {.offset = 1, .scale = 0.5});
  };
  convolution("conv1.weight", "bn1", 64, 3, 7);
  std::int64_t in = 64;
  for (int stage = 0; stage < 4; ++stage) {
    const std::int64_t middle = std::int64_t{64} << stage;
    for (int block = 0; block < std::array{3, 4, 6, 3}[stage]; ++block) {
      const std::string prefix = fmt::format("layer{}.{}.", stage + 1, block);
      convolution(prefix + "conv1.weight", prefix + "bn1", middle, in, 1);
      convolution(prefix + "conv2.weight", prefix + "bn2", middle, middle, 3);
      convolution(prefix + "conv3.weight", prefix + "bn3", 4 * middle, middle, 1);
      if (block == 0) {
        convolution(prefix + "downsample.0.weight", prefix + "downsample.1", 4 * middle, in, 1);
      }
      in = 4 * middle;
    }
  }
  return weights;
}

TEST(FeatureExtractor, WhatIsBeforeTheLastBlocksGoesThroughThemToTheFeatures) {
  const testing::TemporaryFolder folder;
  WriteSafetensors(folder / "resnet.safetensors", FormulaResNet50());
  const FeatureExtractor extractor(folder / "resnet.safetensors");
  const Picture picture = FormulaPicture(512, 320, 64);
  const PictureFeatures expected = extractor.Extract(picture);
  const float limit = 1e-4f * *std::ranges::max_element(expected.values);
  ASSERT_GT(limit, 0);
  for (const int blocks : {1, 6}) {
    SCOPED_TRACE(blocks);
    const NamedTensors weights = extractor.LastBlocks(blocks);
    EXPECT_EQ(CountResidualBlocks(weights, "here"), blocks);
    const PictureFeatures before = extractor.ExtractBefore(blocks, picture);
    EXPECT_EQ(before.channels, blocks == 6 ? 512 : 1024);
    EXPECT_EQ(before.values.size(), static_cast<std::size_t>(before.channels) * 640);
    const PictureFeatures after = ApplyResidualBlocks(weights, before);
    ASSERT_EQ(after.values.size(), expected.values.size());
    for (std::size_t i = 0; i < after.values.size(); ++i) {
      ASSERT_NEAR(after.values[i], expected.values[i], limit) << i;
    }
    EXPECT_NE(before, after);
  }
  EXPECT_THROW(extractor.ExtractBefore(7, picture), InputError);
  EXPECT_THROW(extractor.LastBlocks(0), InputError);
}

TEST(FeatureExtractor, TakesThePyramidOfAPanopticFpnCheckpoint) {
  SACCADE_NEEDS_DATA("gold_d2/params.json");
  const testing::TemporaryFolder folder;
  NamedTensors backbone;
  for (auto& [name, tensor] : FormulaWeights(testing::SharedData("gold_d2/params.json"))) {
    if (name.starts_with("backbone.")) backbone[name] = tensor;
  }
  WriteSafetensors(folder / "fpn.safetensors", backbone);
  const FeatureExtractor extractor(folder / "fpn.safetensors");
  EXPECT_THROW(extractor.LastBlocks(1), InputError);  // made of several stages: no fine-tuning
  const PictureFeatures features = extractor.Extract(FormulaPicture(512, 320, 64));
  EXPECT_EQ(features.channels, 1024);
  // The golden whole case has the same picture without resize: p4 stands in channels 512..767 as it
  // is.
  const auto golden =
      nlohmann::json::parse(ReadFile(testing::SharedData("gold_d2/mid_320x512.json")));
  const auto& p4 = golden.at("tensors").at("p4");
  for (const auto& sample : p4.at("samples")) {
    EXPECT_NEAR(features.values[512 * 640 + sample[0].get<std::size_t>()], sample[1],
                1e-3 * p4.at("std").get<double>());
  }
}

PictureFeatures SomeFeatures() { return {2, 1, 3, {0.5f, 1.f, -2.f, 3.1f, 0.f, 1e-3f}}; }

class FeatureCacheTest : public ::testing::Test {
 protected:
  PictureFeatures Get(const std::string& key, const std::string& maker = "maker 1") {
    return FeatureCache(folder_ / "cache", maker).Get(key, [this] {
      ++computed_;
      return SomeFeatures();
    });
  }

  testing::TemporaryFolder folder_;
  int computed_ = 0;
};

TEST_F(FeatureCacheTest, ComputesOnceAndKeepsHalfPrecision) {
  const PictureFeatures first = Get("a.jpg");
  const PictureFeatures second = Get("a.jpg");
  EXPECT_EQ(computed_, 1);
  EXPECT_EQ(first, second);
  EXPECT_NEAR(first.values[3], 3.1, 2e-3);
  EXPECT_FLOAT_EQ(first.values[2], -2);
  Get("b.jpg");
  EXPECT_EQ(computed_, 2);
}

TEST_F(FeatureCacheTest, DamageAndAnotherMakerMeanComputingAgain) {
  Get("a.jpg");
  const auto file = FeatureCache(folder_ / "cache", "maker 1").FileOf("a.jpg");
  std::string bytes = ReadFile(file);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  WriteFileAtomically(file, bytes);
  Get("a.jpg");
  EXPECT_EQ(computed_, 2);
  WriteFileAtomically(file, bytes.substr(0, 20));
  Get("a.jpg");
  EXPECT_EQ(computed_, 3);
  Get("a.jpg", "maker 2");
  EXPECT_EQ(computed_, 4);
}

TEST(FeatureCache, FixationsArePartOfTheKey) {
  const std::vector<PointInImage> one = {{1, 2}}, two = {{1, 2}, {3, 4}};
  EXPECT_NE(CfiKey("a", one), CfiKey("a", two));
  EXPECT_EQ(CfiKey("a", {}), "a");
}

}  // namespace
}  // namespace saccade
