#include "saccade/kernels/dense_conv.h"

#include <omp.h>

#include <dnnl.hpp>

namespace saccade {
namespace {

using dnnl::memory;

memory::desc BlockedMaps(int batch, int channels, int rows, int columns) {
  return {{batch, channels, rows, columns}, memory::data_type::f32, memory::format_tag::nChw16c};
}

// The feature channels of a PyTorch weight: the task maps' weights are stepped over by the strides.
memory::desc PyTorchWeights(const ConvShape& conv) {
  const memory::dim kernel = conv.kernel, maps = conv.in + kTasks;
  return {{conv.out, conv.in, kernel, kernel},
          memory::data_type::f32,
          {maps * kernel * kernel, kernel * kernel, kernel, 1}};
}

}  // namespace

struct DenseConv::Primitives {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::algorithm algorithm = dnnl::algorithm::convolution_winograd;
  dnnl::convolution_forward::primitive_desc forward_desc;
  dnnl::convolution_backward_data::primitive_desc data_desc;
  dnnl::convolution_backward_weights::primitive_desc weights_desc;
  dnnl::convolution_forward forward;
  dnnl::convolution_backward_data data;
  dnnl::convolution_backward_weights weights;
  memory forward_weights, data_weights;

  void Create(const ConvShape& conv, int batch) {
    const memory::desc in = BlockedMaps(batch, conv.in, conv.in_rows, conv.in_columns);
    const memory::desc out = BlockedMaps(batch, conv.out, conv.OutRows(), conv.OutColumns());
    const memory::desc any{{conv.out, conv.in, conv.kernel, conv.kernel},
                           memory::data_type::f32,
                           memory::format_tag::any};
    const memory::dims stride{1, 1}, padding{conv.padding, conv.padding};
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    forward_desc = {
        {dnnl::prop_kind::forward_training, algorithm, in, any, out, stride, padding, padding},
        attributes,
        engine};
    data_desc = {
        {algorithm, in, any, out, stride, padding, padding}, attributes, engine, forward_desc};
    weights_desc = {
        {algorithm, in, any, out, stride, padding, padding}, attributes, engine, forward_desc};
    forward = dnnl::convolution_forward(forward_desc);
    data = dnnl::convolution_backward_data(data_desc);
    weights = dnnl::convolution_backward_weights(weights_desc);
    forward_weights = memory(forward_desc.weights_desc(), engine);
    data_weights = memory(data_desc.weights_desc(), engine);
  }

  memory Wrap(const memory::desc& desc, const float* data_pointer) const {
    return {desc, engine, const_cast<float*>(data_pointer)};
  }
  memory ScratchOf(const memory::desc& desc, Scratch& scratch) const {
    return Wrap(desc, scratch.Get(desc.get_size()));
  }
  template <typename Primitive, typename Arguments>
  void Execute(const Primitive& primitive, const Arguments& arguments) const {
    dnnl::stream stream(engine);
    primitive.execute(stream, arguments);
    stream.wait();
  }
};

DenseConv::DenseConv(const ConvShape& conv, int batch)
    : conv_(conv), batch_(batch), primitives_(std::make_unique<Primitives>()) {
  // Parallelism is ours (one call, one thread): kernels must be planned for a single thread.
  omp_set_num_threads(1);
  try {
    primitives_->Create(conv, batch);
  } catch (const dnnl::error&) {  // No Winograd on this machine.
    primitives_->algorithm = dnnl::algorithm::convolution_direct;
    primitives_->Create(conv, batch);
  }
}

DenseConv::~DenseConv() = default;

float* DenseConv::Scratch::Get(std::size_t bytes) {
  const std::size_t wanted = bytes / sizeof(float) + 64;
  if (memory_.size() < wanted) memory_.resize(wanted);
  return memory_.data();
}

void DenseConv::SetWeights(const HostTensor& weight) {
  omp_set_num_threads(1);
  const Primitives& p = *primitives_;
  const memory from = p.Wrap(PyTorchWeights(conv_), weight.values.data());
  for (memory to : {p.forward_weights, p.data_weights}) {
    dnnl::stream stream(p.engine);
    dnnl::reorder(from, to).execute(stream, const_cast<memory&>(from), to);
    stream.wait();
  }
}

void DenseConv::Forward(const float* in, float* out, Scratch& scratch) const {
  const Primitives& p = *primitives_;
  omp_set_num_threads(1);
  p.Execute(p.forward,
            std::unordered_map<int, memory>{
                {DNNL_ARG_SRC, p.Wrap(p.forward_desc.src_desc(), in)},
                {DNNL_ARG_WEIGHTS, p.forward_weights},
                {DNNL_ARG_DST, p.Wrap(p.forward_desc.dst_desc(), out)},
                {DNNL_ARG_SCRATCHPAD, p.ScratchOf(p.forward_desc.scratchpad_desc(), scratch)}});
}

void DenseConv::BackwardData(const float* out_gradient, float* in_gradient,
                             Scratch& scratch) const {
  const Primitives& p = *primitives_;
  omp_set_num_threads(1);
  p.Execute(p.data,
            std::unordered_map<int, memory>{
                {DNNL_ARG_DIFF_DST, p.Wrap(p.data_desc.diff_dst_desc(), out_gradient)},
                {DNNL_ARG_WEIGHTS, p.data_weights},
                {DNNL_ARG_DIFF_SRC, p.Wrap(p.data_desc.diff_src_desc(), in_gradient)},
                {DNNL_ARG_SCRATCHPAD, p.ScratchOf(p.data_desc.scratchpad_desc(), scratch)}});
}

void DenseConv::BackwardWeights(const float* in, const float* out_gradient, std::span<float> sums,
                                Scratch& scratch) const {
  const Primitives& p = *primitives_;
  omp_set_num_threads(1);
  p.Execute(p.weights,
            std::unordered_map<int, memory>{
                {DNNL_ARG_SRC, p.Wrap(p.weights_desc.src_desc(), in)},
                {DNNL_ARG_DIFF_DST, p.Wrap(p.weights_desc.diff_dst_desc(), out_gradient)},
                {DNNL_ARG_DIFF_WEIGHTS, p.Wrap(p.weights_desc.diff_weights_desc(), sums.data())},
                {DNNL_ARG_SCRATCHPAD, p.ScratchOf(p.weights_desc.scratchpad_desc(), scratch)}});
}

std::size_t DenseConv::WeightGradientSize() const {
  return primitives_->weights_desc.diff_weights_desc().get_size() / sizeof(float);
}

void DenseConv::AddWeightGradient(std::span<const float> sums, HostTensor& weight) const {
  const Primitives& p = *primitives_;
  omp_set_num_threads(1);
  AlignedFloats plain(weight.values.size());
  memory from = p.Wrap(p.weights_desc.diff_weights_desc(), sums.data());
  memory to = p.Wrap(PyTorchWeights(conv_), plain.data());
  dnnl::stream stream(p.engine);
  dnnl::reorder(from, to).execute(stream, from, to);
  stream.wait();
  for (std::size_t i = 0; i < plain.size(); ++i) weight.values[i] += plain[i];
}

double DenseConv::Flops() const {
  return 2.0 * batch_ * conv_.in * conv_.out * conv_.Taps() * conv_.OutRows() * conv_.OutColumns();
}

}  // namespace saccade
