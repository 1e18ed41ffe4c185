#include "saccade/perception/resnet_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/foveation.h"
#include "saccade/image/picture_file.h"
#include "saccade/nn/safetensors.h"
#include "saccade/perception/feature_cache.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/perception/parameter_file.h"
#include "saccade/perception/resnet_features_impl.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kWeights = "resnet50_imagenet_fp16.pt";

at::Tensor ToTensor(const HostTensor& tensor) {
  return at::tensor(tensor.values, at::kFloat).reshape(tensor.shape);
}

// Relative to the stage's largest value.
void ExpectStage(const nlohmann::json& golden, const at::Tensor& value) {
  const at::Tensor stage = value[0].contiguous();
  ASSERT_EQ(stage.sizes().vec(), golden.at("shape").get<std::vector<std::int64_t>>());
  const double limit = 1e-3 * golden.at("max").get<double>();
  EXPECT_NEAR(stage.mean().item<double>(), golden.at("mean"),
              1e-3 * golden.at("mean").get<double>());
  EXPECT_NEAR(stage.std(false).item<double>(), golden.at("std"),
              1e-3 * golden.at("std").get<double>());
  EXPECT_NEAR(stage.max().item<double>(), golden.at("max"), limit);
  for (const auto& place : golden.at("at")) {
    const auto& chw = place.at("chw");
    EXPECT_NEAR(stage[chw[0].get<int>()][chw[1].get<int>()][chw[2].get<int>()].item<double>(),
                place.at("value"), limit);
  }
}

TEST(ResNet50, MatchesTheGoldenStagesAndClasses) {
  SACCADE_NEEDS_DATA(kWeights);
  const FeatureExtractor extractor(testing::SharedData(kWeights));
  const NamedTensors weights = ReadParameters(testing::SharedData(kWeights));
  const auto golden =
      nlohmann::json::parse(ReadFile(testing::SharedData("gold_net/resnet50.json")));
  const c10::InferenceMode inference;
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
    const at::Tensor probabilities =
        at::linear(stages.res[3].mean({2, 3}), ToTensor(weights.at("fc.weight")),
                   ToTensor(weights.at("fc.bias")))
            .softmax(1)[0];
    for (const auto& likely : expected.at("top5")) {
      EXPECT_NEAR(probabilities[likely.at("class").get<int>()].item<double>(),
                  likely.at("probability"), 1e-3);
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

TEST(FeatureExtractor, TakesThePyramidOfAPanopticFpnCheckpoint) {
  SACCADE_NEEDS_DATA("gold_d2/params.json");
  const testing::TemporaryFolder folder;
  NamedTensors backbone;
  for (auto& [name, tensor] : FormulaWeights(testing::SharedData("gold_d2/params.json"))) {
    if (name.starts_with("backbone.")) backbone[name] = tensor;
  }
  WriteSafetensors(folder / "fpn.safetensors", backbone);
  const FeatureExtractor extractor(folder / "fpn.safetensors");
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

TEST(FeatureCache, ComputesOnceAndKeepsHalfPrecision) {
  const testing::TemporaryFolder folder;
  const FeatureCache cache(folder / "cache", "maker 1");
  int computed = 0;
  const auto compute = [&] {
    ++computed;
    return SomeFeatures();
  };
  const PictureFeatures first = cache.Get("a.jpg", compute);
  const PictureFeatures second = cache.Get("a.jpg", compute);
  EXPECT_EQ(computed, 1);
  EXPECT_EQ(first, second);
  EXPECT_NEAR(first.values[3], 3.1, 2e-3);
  EXPECT_FLOAT_EQ(first.values[2], -2);
  cache.Get("b.jpg", compute);
  EXPECT_EQ(computed, 2);
}

TEST(FeatureCache, DamageAndAnotherMakerMeanComputingAgain) {
  const testing::TemporaryFolder folder;
  const FeatureCache cache(folder / "cache", "maker 1");
  int computed = 0;
  const auto compute = [&] {
    ++computed;
    return SomeFeatures();
  };
  cache.Get("a.jpg", compute);
  std::string bytes = ReadFile(cache.FileOf("a.jpg"));
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  WriteFileAtomically(cache.FileOf("a.jpg"), bytes);
  cache.Get("a.jpg", compute);
  EXPECT_EQ(computed, 2);
  WriteFileAtomically(cache.FileOf("a.jpg"), bytes.substr(0, 20));
  cache.Get("a.jpg", compute);
  EXPECT_EQ(computed, 3);
  FeatureCache(folder / "cache", "maker 2").Get("a.jpg", compute);
  EXPECT_EQ(computed, 4);
}

TEST(FeatureCache, FixationsArePartOfTheKey) {
  const std::vector<PointInImage> one = {{1, 2}}, two = {{1, 2}, {3, 4}};
  EXPECT_NE(CfiKey("a", one), CfiKey("a", two));
  EXPECT_EQ(CfiKey("a", {}), "a");
}

}  // namespace
}  // namespace saccade
