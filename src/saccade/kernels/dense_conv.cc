#include "saccade/kernels/dense_conv.h"

#include <omp.h>

#include <dnnl.hpp>
#include <string_view>
#include <unordered_map>

namespace saccade {
namespace {

using dnnl::memory;

using Tag = memory::format_tag;

memory::desc Maps(int batch, int channels, int rows, int columns, Tag tag) {
  return {{batch, channels, rows, columns}, memory::data_type::f32, tag};
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
  memory::desc in, out;  // as the caller has them
  dnnl::convolution_forward::primitive_desc forward_desc;
  dnnl::convolution_backward_data::primitive_desc data_desc;
  dnnl::convolution_backward_weights::primitive_desc weights_desc;
  dnnl::convolution_forward forward;
  dnnl::convolution_backward_data data;
  dnnl::convolution_backward_weights weights;
  memory forward_weights, data_weights;

  Primitives(const ConvShape& conv, int batch)
      : in(Maps(batch, conv.in, conv.in_rows, conv.in_columns, Tag::nChw16c)),
        out(Maps(batch, conv.out, conv.OutRows(), conv.OutColumns(), Tag::nChw16c)) {
    try {
      Create(conv, batch, dnnl::algorithm::convolution_winograd, Tag::nChw16c);
      return;
    } catch (const dnnl::error&) {  // No Winograd on this machine.
      Create(conv, batch, dnnl::algorithm::convolution_direct, Tag::nChw16c);
    }
    // Without AVX-512 no kernel reads blocks of 16, and the library falls back on its reference,
    // which takes 1,000 times as long. It then has maps as it likes them.
    for (const char* name :
         {forward_desc.impl_info_str(), data_desc.impl_info_str(), weights_desc.impl_info_str()}) {
      if (!std::string_view(name).starts_with("ref")) continue;
      Create(conv, batch, dnnl::algorithm::convolution_direct, Tag::any);
      return;
    }
  }

  void Create(const ConvShape& conv, int batch, dnnl::algorithm algorithm, Tag tag) {
    const memory::desc src = Maps(batch, conv.in, conv.in_rows, conv.in_columns, tag);
    const memory::desc dst = Maps(batch, conv.out, conv.OutRows(), conv.OutColumns(), tag);
    const memory::desc any{{conv.out, conv.in, conv.kernel, conv.kernel},
                           memory::data_type::f32,
                           memory::format_tag::any};
    const memory::dims stride{1, 1}, padding{conv.padding, conv.padding};
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    forward_desc = {
        {dnnl::prop_kind::forward_training, algorithm, src, any, dst, stride, padding, padding},
        attributes,
        engine};
    data_desc = {
        {algorithm, src, any, dst, stride, padding, padding}, attributes, engine, forward_desc};
    weights_desc = {
        {algorithm, src, any, dst, stride, padding, padding}, attributes, engine, forward_desc};
    forward = dnnl::convolution_forward(forward_desc);
    data = dnnl::convolution_backward_data(data_desc);
    weights = dnnl::convolution_backward_weights(weights_desc);
    forward_weights = memory(forward_desc.weights_desc(), engine);
    data_weights = memory(data_desc.weights_desc(), engine);
  }

  memory Wrap(const memory::desc& desc, const float* data_pointer) const {
    return {desc, engine, const_cast<float*>(data_pointer)};
  }
  memory ScratchOf(const memory::desc& desc, Scratch& scratch, std::size_t place = 0) const {
    return Wrap(desc, scratch.Get(place, desc.get_size()));
  }
  void Reorder(memory from, memory to) const {
    dnnl::stream stream(engine);
    dnnl::reorder(from, to).execute(stream, from, to);
    stream.wait();
  }
  // The caller's maps in the layout that a primitive reads.
  memory Read(const memory::desc& own, const memory::desc& wanted, const float* maps,
              Scratch& scratch, std::size_t place) const {
    if (own == wanted) return Wrap(own, maps);
    memory copy = ScratchOf(wanted, scratch, place);
    Reorder(Wrap(own, maps), copy);
    return copy;
  }
  // Runs a primitive that writes maps, and gives them to the caller in his layout.
  template <typename Primitive>
  void Write(const Primitive& primitive, std::unordered_map<int, memory> arguments, int result,
             const memory::desc& own, const memory::desc& written, float* maps,
             Scratch& scratch) const {
    const memory to = own == written ? Wrap(own, maps) : ScratchOf(written, scratch, 2);
    arguments[result] = to;
    Execute(primitive, arguments);
    if (own != written) Reorder(to, Wrap(own, maps));
  }
  template <typename Primitive>
  void Execute(const Primitive& primitive, const std::unordered_map<int, memory>& arguments) const {
    dnnl::stream stream(engine);
    primitive.execute(stream, arguments);
    stream.wait();
  }
};

DenseConv::DenseConv(const ConvShape& conv, int batch) : conv_(conv), batch_(batch) {
  // Parallelism is ours (one call, one thread): kernels must be planned for a single thread.
  omp_set_num_threads(1);
  primitives_ = std::make_unique<Primitives>(conv, batch);
}

DenseConv::~DenseConv() = default;

float* DenseConv::Scratch::Get(std::size_t place, std::size_t bytes) {
  AlignedFloats& memory = memories_[place];
  const std::size_t wanted = bytes / sizeof(float) + 64;
  if (memory.size() < wanted) memory.resize(wanted);
  return memory.data();
}

void DenseConv::SetWeights(const HostTensor& weight) {
  omp_set_num_threads(1);
  const Primitives& p = *primitives_;
  const memory from = p.Wrap(PyTorchWeights(conv_), weight.values.data());
  for (const memory& to : {p.forward_weights, p.data_weights}) p.Reorder(from, to);
}

void DenseConv::Forward(const float* in, float* out, Scratch& scratch) const {
  const Primitives& p = *primitives_;
  const auto& desc = p.forward_desc;
  omp_set_num_threads(1);
  p.Write(p.forward,
          {{DNNL_ARG_SRC, p.Read(p.in, desc.src_desc(), in, scratch, 1)},
           {DNNL_ARG_WEIGHTS, p.forward_weights},
           {DNNL_ARG_SCRATCHPAD, p.ScratchOf(desc.scratchpad_desc(), scratch)}},
          DNNL_ARG_DST, p.out, desc.dst_desc(), out, scratch);
}

void DenseConv::BackwardData(const float* out_gradient, float* in_gradient,
                             Scratch& scratch) const {
  const Primitives& p = *primitives_;
  const auto& desc = p.data_desc;
  omp_set_num_threads(1);
  p.Write(p.data,
          {{DNNL_ARG_DIFF_DST, p.Read(p.out, desc.diff_dst_desc(), out_gradient, scratch, 1)},
           {DNNL_ARG_WEIGHTS, p.data_weights},
           {DNNL_ARG_SCRATCHPAD, p.ScratchOf(desc.scratchpad_desc(), scratch)}},
          DNNL_ARG_DIFF_SRC, p.in, desc.diff_src_desc(), in_gradient, scratch);
}

void DenseConv::BackwardWeights(const float* in, const float* out_gradient, std::span<float> sums,
                                Scratch& scratch) const {
  const Primitives& p = *primitives_;
  const auto& desc = p.weights_desc;
  omp_set_num_threads(1);
  p.Execute(p.weights,
            {{DNNL_ARG_SRC, p.Read(p.in, desc.src_desc(), in, scratch, 1)},
             {DNNL_ARG_DIFF_DST, p.Read(p.out, desc.diff_dst_desc(), out_gradient, scratch, 2)},
             {DNNL_ARG_DIFF_WEIGHTS, p.Wrap(desc.diff_weights_desc(), sums.data())},
             {DNNL_ARG_SCRATCHPAD, p.ScratchOf(desc.scratchpad_desc(), scratch)}});
}

std::size_t DenseConv::WeightGradientSize() const {
  return primitives_->weights_desc.diff_weights_desc().get_size() / sizeof(float);
}

void DenseConv::AddWeightGradient(std::span<const float> sums, HostTensor& weight) const {
  const Primitives& p = *primitives_;
  omp_set_num_threads(1);
  AlignedFloats plain(weight.values.size());
  p.Reorder(p.Wrap(p.weights_desc.diff_weights_desc(), sums.data()),
            p.Wrap(PyTorchWeights(conv_), plain.data()));
  for (std::size_t i = 0; i < plain.size(); ++i) weight.values[i] += plain[i];
}

double DenseConv::Flops() const {
  return 2.0 * batch_ * conv_.in * conv_.out * conv_.Taps() * conv_.OutRows() * conv_.OutColumns();
}

}  // namespace saccade
