#include "saccade/perception/resnet50.h"

#include <fmt/format.h>

#include <utility>

namespace saccade {
namespace {

constexpr std::array<int, 4> kBlocks = {3, 4, 6, 3};

struct ConvolutionNames {
  std::string weight;
  std::string norm;
};

ConvolutionNames StemNames(ResNetNames names) {
  if (names == ResNetNames::kTorchvision) return {"conv1.weight", "bn1"};
  return {"backbone.bottom_up.stem.conv1.weight", "backbone.bottom_up.stem.conv1.norm"};
}

// `part`: 1..3 for conv1..conv3, 0 for the shortcut.
ConvolutionNames BlockNames(ResNetNames names, int stage, int block, int part) {
  if (names == ResNetNames::kTorchvision) {
    const std::string prefix = fmt::format("layer{}.{}.", stage + 1, block);
    if (part == 0) return {prefix + "downsample.0.weight", prefix + "downsample.1"};
    return {fmt::format("{}conv{}.weight", prefix, part), fmt::format("{}bn{}", prefix, part)};
  }
  const std::string prefix = fmt::format("backbone.bottom_up.res{}.{}.", stage + 2, block);
  const std::string name = part == 0 ? prefix + "shortcut" : fmt::format("{}conv{}", prefix, part);
  return {name + ".weight", name + ".norm"};
}

Convolution TakeConvolution(WeightReader& reader, const ConvolutionNames& names,
                            const std::vector<std::int64_t>& shape,
                            const ConvolutionOptions& options) {
  const FoldedConvolution folded = TakeFolded(reader, names.weight, names.norm, shape);
  return Convolution(folded.weight, folded.bias, options);
}

}  // namespace

ResNet50::ResNet50(WeightReader& reader, ResNetNames names)
    : stem_(TakeConvolution(reader, StemNames(names), {64, 3, 7, 7},
                            {.stride = 2, .padding = 3, .relu = true})) {
  std::int64_t in = 64;
  for (int stage = 0; stage < 4; ++stage) {
    const std::int64_t middle = std::int64_t{64} << stage;
    const std::int64_t out = 4 * middle;
    for (int block = 0; block < kBlocks[stage]; ++block) {
      const int stride = block == 0 && stage > 0 ? 2 : 1;
      const auto take = [&](int part, const std::vector<std::int64_t>& shape,
                            const ConvolutionOptions& options) {
        return TakeConvolution(reader, BlockNames(names, stage, block, part), shape, options);
      };
      stages_[stage].push_back(
          {.shortcut = block == 0 ? std::optional(take(0, {out, in, 1, 1}, {.stride = stride}))
                                  : std::nullopt,
           .conv1 = take(1, {middle, in, 1, 1}, {.stride = stride, .relu = true}),
           .conv2 = take(2, {middle, middle, 3, 3}, {.padding = 1, .relu = true}),
           .conv3 = take(3, {out, middle, 1, 1}, {.relu = true})});
      in = out;
    }
  }
}

Maps ResNet50::RunBlocks(int stage, std::size_t count, const Maps& x) const {
  Maps y;
  for (std::size_t i = 0; i < count; ++i) {
    const Block& block = stages_[stage][i];
    const Maps& in = i == 0 ? x : y;  // the first block of a stage has a shortcut
    const Maps inner = block.conv2(block.conv1(in));
    y = block.conv3.AddTo(inner, block.shortcut ? (*block.shortcut)(in) : std::move(y));
  }
  return y;
}

ResNet50::Stages ResNet50::operator()(const Maps& x, int last) const {
  Stages result;
  result.stem = MaxPool(stem_(x));
  for (int stage = 0; stage + 2 <= last; ++stage) {
    result.res[stage] =
        RunBlocks(stage, stages_[stage].size(), stage == 0 ? result.stem : result.res[stage - 1]);
  }
  return result;
}

Maps ResNet50::BeforeLast(const Maps& x, int stage, int blocks) const {
  const Maps before = std::move((*this)(x, stage - 1).res[stage - 3]);
  const std::size_t count = stages_[stage - 2].size() - static_cast<std::size_t>(blocks);
  return count > 0 ? RunBlocks(stage - 2, count, before) : EverySecond(before);
}

NamedTensors ResNet50::LastBlocks(int stage, int blocks) const {
  const std::vector<Block>& all = stages_[stage - 2];
  NamedTensors weights;
  for (int i = 0; i < blocks; ++i) {
    const Block& block = all[all.size() - static_cast<std::size_t>(blocks - i)];
    const auto add = [&](const char* name, const Convolution& convolution) {
      weights[fmt::format("{}.{}.weight", i, name)] = convolution.weight();
      weights[fmt::format("{}.{}.bias", i, name)] = convolution.bias();
    };
    add("conv1", block.conv1);
    add("conv2", block.conv2);
    add("conv3", block.conv3);
    if (block.shortcut) add("shortcut", *block.shortcut);
  }
  return weights;
}

}  // namespace saccade
