#include "saccade/torch/torchscript_parser.h"

#include <ATen/Parallel.h>
#include <fmt/ranges.h>
#include <torch/script.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/stopwatch.h"
#include "saccade/perception/convolution.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

// PyTorch's messages carry a stack trace; the first line says it.
std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::pair<at::Tensor, at::Tensor> CheckOutput(const Path& file, const c10::IValue& output,
                                              std::int64_t height, std::int64_t width) {
  if (!output.isTuple() || output.toTupleRef().elements().size() != 2 ||
      !output.toTupleRef().elements()[0].isTensor() ||
      !output.toTupleRef().elements()[1].isTensor()) {
    throw InputError(file, "forward", "returns {}, not a tuple of two tensors, ids and segments",
                     output.tagKind());
  }
  const at::Tensor ids = output.toTupleRef().elements()[0].toTensor();
  const at::Tensor segments = output.toTupleRef().elements()[1].toTensor();
  if (ids.sizes() != at::IntArrayRef({height, width}) ||
      !at::isIntegralType(ids.scalar_type(), false)) {
    throw InputError(
        file, "forward",
        "ids are {} of shape {}; for a picture of {} x {} they must be integers [{}, {}]",
        toString(ids.scalar_type()), ids.sizes().vec(), width, height, height, width);
  }
  if (segments.dim() != 2 || segments.size(1) != 3 || !segments.is_floating_point()) {
    throw InputError(file, "forward", "segments are {} of shape {}, not floats [N, 3]",
                     toString(segments.scalar_type()), segments.sizes().vec());
  }
  return {ids.to(at::kInt).contiguous(), segments.to(at::kFloat).contiguous()};
}

PanopticSegment ReadSegment(const Path& file, const float* row) {
  const auto channel = ChannelOfCocoId(static_cast<int>(row[1]));
  if (!(row[0] >= 1 && row[0] < (1 << 24)) || row[0] != std::floor(row[0])) {
    throw InputError(file, "forward", "{} is not a segment id of 1 to 2^24 - 1", row[0]);
  }
  if (!channel || row[1] != std::floor(row[1])) {
    throw InputError(file, "forward", "{} is not a category id of COCO panoptic", row[1]);
  }
  if (!(row[2] >= 0 && row[2] <= 1)) {
    throw InputError(file, "forward", "{} is not a score between 0 and 1", row[2]);
  }
  return {static_cast<std::uint32_t>(row[0]), *channel, row[2]};
}

class TorchScriptParser : public Parser {
 public:
  TorchScriptParser(const Path& file, int threads) : file_(file), threads_(threads) {
    try {
      module_ = torch::jit::load(file.string(), at::kCPU);
      module_.eval();
    } catch (const c10::Error& error) {
      throw InputError(file, "", "is not a TorchScript model that can be read: {}",
                       FirstLine(error.what_without_backtrace()));
    }
    if (!module_.find_method("forward")) throw InputError(file, "", "has no method forward");
    Parse(Picture(96, 64, {128, 128, 128}));
  }

  SceneParse Parse(const Picture& picture) const override {
    if (picture.width <= 0 || picture.height <= 0) throw InputError("the picture has no pixels");
    const c10::InferenceMode inference;
    at::get_num_threads();  // its first call in a thread overwrites OpenMP's setting
    UseThreads(threads_);
    const at::Tensor pixels = at::from_blob(const_cast<std::uint8_t*>(picture.rgb.data()),
                                            {picture.height, picture.width, 3}, at::kByte)
                                  .permute({2, 0, 1})
                                  .contiguous();
    Stopwatch watch;
    const auto [ids, rows] = CheckOutput(file_, Run(pixels), picture.height, picture.width);
    SceneParse parse{
        Raster<std::uint32_t>(picture.width, picture.height), {}, {.features = watch.Lap()}};
    std::copy_n(ids.data_ptr<std::int32_t>(), ids.numel(), parse.ids.values.begin());
    std::map<std::uint32_t, std::int64_t> areas;
    for (const std::uint32_t id : parse.ids.values) ++areas[id];
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
      PanopticSegment segment = ReadSegment(file_, rows.data_ptr<float>() + 3 * i);
      const auto area = areas.extract(segment.id);
      if (area.empty()) continue;  // listed but hidden
      segment.area = area.mapped();
      parse.segments.push_back(segment);
    }
    areas.erase(0);
    if (!areas.empty()) {
      throw InputError(file_, "forward", "the map shows id {}, which no segment or two have",
                       areas.begin()->first);
    }
    std::ranges::sort(parse.segments, {}, &PanopticSegment::id);
    return parse;
  }

  std::string Description() const override {
    return fmt::format("TorchScript ({})", file_.filename().string());
  }

 private:
  c10::IValue Run(const at::Tensor& pixels) const {
    // forward() is not const, though it changes nothing of a module in evaluation.
    torch::jit::Module module = module_;
    try {
      return module.forward({pixels});
    } catch (const c10::Error& error) {
      throw InputError(file_, "forward", "fails on a uint8 picture {}: {}", pixels.sizes().vec(),
                       FirstLine(error.what_without_backtrace()));
    } catch (const std::runtime_error& error) {  // raised by the model's own code
      throw InputError(file_, "forward", "fails on a uint8 picture {}: {}", pixels.sizes().vec(),
                       FirstLine(error.what()));
    }
  }

  Path file_;
  int threads_;
  torch::jit::Module module_;
};

}  // namespace

std::unique_ptr<Parser> LoadTorchScriptParser(const Path& file, int threads) {
  return std::make_unique<TorchScriptParser>(file, threads);
}

}  // namespace saccade
