#include "saccade/perception/convolution.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <oneapi/dnnl/dnnl.hpp>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace saccade {
namespace {

using dnnl::memory;

std::atomic<double> g_flops{0};

dnnl::engine& Engine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

memory::desc ChannelsLast(const memory::dims& dims) {
  return {dims, memory::data_type::f32, memory::format_tag::nhwc};
}

HostTensor ToHost(const memory& plain, const memory::dims& shape) {
  const auto* const values = static_cast<const float*>(plain.get_data_handle());
  return {shape, {values, values + ElementCount(shape)}};
}

// oneDNN divides the work among the threads it sees when a primitive is made.
struct PrimitiveKey {
  std::int64_t batch, height, width;
  bool adds;
  int threads;
  auto operator<=>(const PrimitiveKey&) const = default;
};

struct Primitive {
  dnnl::convolution_forward::primitive_desc description;
  dnnl::convolution_forward forward;
  memory weight;
};

}  // namespace

struct Convolution::Impl {
  ConvolutionOptions options;
  memory::dims weight_dims;
  memory plain_weight;
  memory bias;
  mutable std::mutex mutex;
  mutable std::map<PrimitiveKey, Primitive> primitives;

  memory::dims OutputDims(const at::Tensor& x) const {
    const auto size = [&](std::int64_t in, std::int64_t kernel) {
      return (in + 2 * options.padding - kernel) / options.stride + 1;
    };
    return {x.size(0), weight_dims[0], size(x.size(2), weight_dims[2]),
            size(x.size(3), weight_dims[3])};
  }

  const Primitive& PrimitiveFor(const at::Tensor& x, bool adds) const {
    const PrimitiveKey key{x.size(0), x.size(2), x.size(3), adds, omp_get_max_threads()};
    const std::lock_guard lock(mutex);
    if (const auto found = primitives.find(key); found != primitives.end()) return found->second;
    return primitives.emplace(key, Make(x, adds)).first->second;
  }

  Primitive Make(const at::Tensor& x, bool adds) const {
    const memory::dims pad(2, options.padding);
    const dnnl::convolution_forward::desc wanted(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        ChannelsLast(x.sizes().vec()),
        memory::desc(weight_dims, memory::data_type::f32, memory::format_tag::any), bias.get_desc(),
        ChannelsLast(OutputDims(x)), memory::dims(2, options.stride), pad, pad);
    dnnl::post_ops fused;
    if (adds) fused.append_sum(1.f);
    if (options.relu) fused.append_eltwise(1.f, dnnl::algorithm::eltwise_relu, 0.f, 0.f);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(fused);
    // The library's own scratch memory belongs to the thread that made the primitive.
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);

    Primitive primitive;
    primitive.description = {wanted, attributes, Engine()};
    primitive.forward = dnnl::convolution_forward(primitive.description);
    primitive.weight = PackedWeight(primitive.description.weights_desc());
    return primitive;
  }

  // Sizes of the same layer mostly want the same layout: packed once.
  memory PackedWeight(const memory::desc& layout) const {
    for (const auto& [key, primitive] : primitives) {
      if (primitive.weight.get_desc() == layout) return primitive.weight;
    }
    memory packed(layout, Engine());
    dnnl::stream stream(Engine());
    memory plain = plain_weight;  // a handle: execute() wants it mutable
    dnnl::reorder(plain, packed).execute(stream, plain, packed);
    stream.wait();
    return packed;
  }

  void Run(const at::Tensor& x, const at::Tensor& out, bool adds) const {
    const Primitive& primitive = PrimitiveFor(x, adds);
    const auto& description = primitive.description;
    const at::Tensor scratch =
        at::empty({static_cast<std::int64_t>(description.scratchpad_desc().get_size())}, at::kByte);
    dnnl::stream stream(Engine());
    primitive.forward.execute(
        stream, {{DNNL_ARG_SRC, memory(description.src_desc(), Engine(), x.data_ptr())},
                 {DNNL_ARG_WEIGHTS, primitive.weight},
                 {DNNL_ARG_BIAS, bias},
                 {DNNL_ARG_DST, memory(description.dst_desc(), Engine(), out.data_ptr())},
                 {DNNL_ARG_SCRATCHPAD,
                  memory(description.scratchpad_desc(), Engine(), scratch.data_ptr())}});
    stream.wait();
    const double flops = 2.0 * static_cast<double>(out.numel()) *
                         static_cast<double>(weight_dims[1] * weight_dims[2] * weight_dims[3]);
    g_flops += flops;
  }
};

Convolution::Convolution(const HostTensor& weight, const HostTensor& bias,
                         const ConvolutionOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  impl_->weight_dims = weight.shape;
  impl_->plain_weight =
      memory({weight.shape, memory::data_type::f32, memory::format_tag::oihw}, Engine());
  std::memcpy(impl_->plain_weight.get_data_handle(), weight.values.data(),
              weight.values.size() * sizeof(float));
  impl_->bias =
      memory({{weight.shape[0]}, memory::data_type::f32, memory::format_tag::x}, Engine());
  std::memset(impl_->bias.get_data_handle(), 0, weight.shape[0] * sizeof(float));
  std::memcpy(impl_->bias.get_data_handle(), bias.values.data(),
              bias.values.size() * sizeof(float));
}

Convolution::Convolution(Convolution&&) noexcept = default;
Convolution& Convolution::operator=(Convolution&&) noexcept = default;
Convolution::~Convolution() = default;

at::Tensor Convolution::operator()(const at::Tensor& x) const {
  const at::Tensor input = x.contiguous(at::MemoryFormat::ChannelsLast);
  at::Tensor out = at::empty(impl_->OutputDims(input),
                             input.options().memory_format(at::MemoryFormat::ChannelsLast));
  if (out.numel() > 0) impl_->Run(input, out, /*adds=*/false);
  return out;
}

at::Tensor Convolution::AddTo(const at::Tensor& x, at::Tensor sum) const {
  const at::Tensor input = x.contiguous(at::MemoryFormat::ChannelsLast);
  impl_->Run(input, sum, /*adds=*/true);
  return sum;
}

HostTensor Convolution::weight() const { return ToHost(impl_->plain_weight, impl_->weight_dims); }

HostTensor Convolution::bias() const { return ToHost(impl_->bias, {impl_->weight_dims[0]}); }

HostTensor LinearAsConvolution(const HostTensor& weight) {
  return {{weight.shape[0], weight.shape[1], 1, 1}, weight.values};
}

double ConvolutionFlops() { return g_flops; }

double MeasureConvolutionPeak() {
  constexpr std::int64_t kChannels = 256;
  HostTensor weight{{kChannels, kChannels, 3, 3}, {}};
  weight.values.assign(kChannels * kChannels * 9, 1e-3f);
  const Convolution convolution(weight, {}, {.padding = 1});
  const at::Tensor x = at::ones({1, kChannels, 40, 64}).contiguous(at::MemoryFormat::ChannelsLast);
  convolution(x);
  double best = 0;
  for (int i = 0; i < 10; ++i) {
    const double flops = ConvolutionFlops();
    const auto start = std::chrono::steady_clock::now();
    convolution(x);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::max(best, (ConvolutionFlops() - flops) / seconds.count());
  }
  return best;
}

}  // namespace saccade
