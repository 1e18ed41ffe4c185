#include "saccade/perception/convolution.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>
#include <utility>

#include "saccade/base/parallel.h"
#include "saccade/base/stopwatch.h"

namespace saccade {
namespace {

using dnnl::memory;

std::atomic<double> g_flops{0};

dnnl::engine& Engine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

memory::desc ChannelsLast(const Maps& maps) {
  return {{maps.batch, maps.channels, maps.height, maps.width},
          memory::data_type::f32,
          memory::format_tag::nhwc};
}

memory Wrap(const memory::desc& layout, const float* values) {
  return {layout, Engine(), const_cast<float*>(values)};  // execute() wants it mutable
}

HostTensor ToHost(const memory& plain, const memory::dims& shape) {
  const auto* const values = static_cast<const float*>(plain.get_data_handle());
  return {shape, {values, values + ElementCount(shape)}};
}

// oneDNN divides the work among the threads it sees when a primitive is made.
struct PrimitiveKey {
  int batch, height, width;
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

void UseThreads(int threads) { omp_set_num_threads(threads > 0 ? threads : Threads()); }

struct Convolution::Impl {
  ConvolutionOptions options;
  memory::dims weight_dims;
  memory plain_weight;
  memory bias;
  mutable std::mutex mutex;
  mutable std::map<PrimitiveKey, Primitive> primitives;

  Maps EmptyOutput(const Maps& x) const {
    const auto size = [&](int in, memory::dim kernel) {
      return (in + 2 * options.padding - static_cast<int>(kernel)) / options.stride + 1;
    };
    return {x.batch, size(x.height, weight_dims[2]), size(x.width, weight_dims[3]),
            static_cast<int>(weight_dims[0])};
  }

  const Primitive& PrimitiveFor(const Maps& x, const Maps& out, bool adds) const {
    const PrimitiveKey key{x.batch, x.height, x.width, adds, omp_get_max_threads()};
    const std::lock_guard lock(mutex);
    if (const auto found = primitives.find(key); found != primitives.end()) return found->second;
    return primitives.emplace(key, Make(x, out, adds)).first->second;
  }

  Primitive Make(const Maps& x, const Maps& out, bool adds) const {
    const memory::dims pad(2, options.padding);
    const dnnl::convolution_forward::desc wanted(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, ChannelsLast(x),
        memory::desc(weight_dims, memory::data_type::f32, memory::format_tag::any), bias.get_desc(),
        ChannelsLast(out), memory::dims(2, options.stride), pad, pad);
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

  void Run(const Maps& x, Maps& out, bool adds) const {
    const Primitive& primitive = PrimitiveFor(x, out, adds);
    const auto& description = primitive.description;
    const UnsetFloats scratch(description.scratchpad_desc().get_size() / sizeof(float) + 1);
    dnnl::stream stream(Engine());
    primitive.forward.execute(
        stream, {{DNNL_ARG_SRC, Wrap(description.src_desc(), x.values.data())},
                 {DNNL_ARG_WEIGHTS, primitive.weight},
                 {DNNL_ARG_BIAS, bias},
                 {DNNL_ARG_DST, Wrap(description.dst_desc(), out.values.data())},
                 {DNNL_ARG_SCRATCHPAD, Wrap(description.scratchpad_desc(), scratch.data())}});
    stream.wait();
    const double flops = 2.0 * static_cast<double>(out.values.size()) *
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

Maps Convolution::operator()(const Maps& x) const {
  Maps out = impl_->EmptyOutput(x);
  if (!out.values.empty()) impl_->Run(x, out, /*adds=*/false);
  return out;
}

Maps Convolution::AddTo(const Maps& x, Maps sum) const {
  impl_->Run(x, sum, /*adds=*/true);
  return sum;
}

HostTensor Convolution::weight() const { return ToHost(impl_->plain_weight, impl_->weight_dims); }

HostTensor Convolution::bias() const { return ToHost(impl_->bias, {impl_->weight_dims[0]}); }

HostTensor LinearAsConvolution(const HostTensor& weight) {
  return {{weight.shape[0], weight.shape[1], 1, 1}, weight.values};
}

double ConvolutionFlops() { return g_flops; }

double MeasureConvolutionPeak() {
  constexpr int kChannels = 256;
  HostTensor weight{{kChannels, kChannels, 3, 3}, {}};
  weight.values.assign(kChannels * kChannels * 9, 1e-3f);
  const Convolution convolution(weight, {}, {.padding = 1});
  Maps x(1, 40, 64, kChannels);
  std::ranges::fill(x.values, 1.f);
  convolution(x);
  double best = 0;
  for (int i = 0; i < 10; ++i) {
    const double flops = ConvolutionFlops();
    Stopwatch watch;
    convolution(x);
    best = std::max(best, (ConvolutionFlops() - flops) / watch.Lap());
  }
  return best;
}

}  // namespace saccade
