#include "saccade/kernels/sums.h"

#include "saccade/kernels/loops.h"

namespace saccade {

void AddValues(std::span<const float> from, float* to) {
  CurrentLoops().add(from.data(), from.size(), to);
}

void AddScaled(float factor, const float* from, std::size_t count, float* to) {
  CurrentLoops().add_scaled(factor, from, count, to);
}

void ScaleAndAdd(float factor, std::span<const float> from, std::span<float> to) {
  CurrentLoops().scale_and_add(factor, from.data(), from.size(), to.data());
}

void MaskBy(std::span<const float> activation, std::span<float> values) {
  CurrentLoops().mask(activation.data(), values.size(), values.data());
}

float Dot(float start, std::span<const float> a, const float* b) {
  return CurrentLoops().dot(start, a.data(), b, a.size());
}

void LastLayer(const float* low, const float* high, std::size_t stride, const float* weights,
               float start, int count, float* out) {
  CurrentLoops().last_layer(low, high, stride, weights, start, count, out);
}

void LastLayerGradient(const float* gradients, const float* active, const float* weights, int cells,
                       float* sums, float* to) {
  CurrentLoops().last_layer_gradient(gradients, active, weights, cells, sums, to);
}

}  // namespace saccade
