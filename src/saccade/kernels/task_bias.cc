#include "saccade/kernels/task_bias.h"

#include <algorithm>

#include "saccade/kernels/lanes.h"
#include "saccade/kernels/sums.h"

namespace saccade {
namespace {

std::size_t WeightIndex(const ConvShape& conv, int out, int in, int tap_row, int tap_column) {
  const std::size_t maps = static_cast<std::size_t>(conv.in) + kTasks;
  return ((out * maps + in) * conv.kernel + tap_row) * conv.kernel + tap_column;
}

}  // namespace

bool BorderCases::ReadsInside(int border, int tap) const {
  // Case b < padding is the cell b from the top (left): taps below padding - b stick out. Cases
  // above padding mirror it at the bottom (right).
  const int padding = conv_.padding;
  if (border < padding) return tap >= padding - border;
  if (border > padding) return tap <= conv_.kernel - 1 - (border - padding);
  return true;
}

TaskBias::TaskBias(const ConvShape& conv, const HostTensor& weight, const HostTensor& bias)
    : cases_(conv),
      stride_(static_cast<std::size_t>(PadTo16(conv.out))),
      table_(kTasks * cases_.count() * stride_) {
  for (int task = 0; task < kTasks; ++task) {
    for (int border = 0; border < cases_.count(); ++border) {
      float* row = &table_[static_cast<std::size_t>(task * cases_.count() + border) * stride_];
      for (int out = 0; out < conv.out; ++out) {
        float sum = bias.values[out];
        for (int tap_row = 0; tap_row < conv.kernel; ++tap_row) {
          if (!cases_.ReadsInside(border / cases_.side(), tap_row)) continue;
          for (int tap_column = 0; tap_column < conv.kernel; ++tap_column) {
            if (!cases_.ReadsInside(border % cases_.side(), tap_column)) continue;
            sum += weight.values[WeightIndex(conv, out, conv.in + task, tap_row, tap_column)];
          }
        }
        row[out] = sum;
      }
    }
  }
}

TaskBiasGradient::TaskBiasGradient(const ConvShape& conv)
    : conv_(conv),
      cases_(conv),
      stride_(static_cast<std::size_t>(PadTo16(conv.out))),
      table_(kTasks * cases_.count() * stride_) {}

void TaskBiasGradient::Clear() { std::ranges::fill(table_, 0.0f); }

void TaskBiasGradient::Add(const TaskBiasGradient& other) {
  AddValues(other.table_, table_.data());
}

void TaskBiasGradient::AddTo(HostTensor& weight, HostTensor& bias) const {
  for (int task = 0; task < kTasks; ++task) {
    for (int border = 0; border < cases_.count(); ++border) {
      const float* row =
          &table_[static_cast<std::size_t>(task * cases_.count() + border) * stride_];
      // Most tasks are of no sample of a small batch.
      if (std::all_of(row, row + conv_.out, [](float sum) { return sum == 0; })) continue;
      for (int out = 0; out < conv_.out; ++out) {
        bias.values[out] += row[out];
        for (int tap_row = 0; tap_row < conv_.kernel; ++tap_row) {
          if (!cases_.ReadsInside(border / cases_.side(), tap_row)) continue;
          for (int tap_column = 0; tap_column < conv_.kernel; ++tap_column) {
            if (!cases_.ReadsInside(border % cases_.side(), tap_column)) continue;
            weight.values[WeightIndex(conv_, out, conv_.in + task, tap_row, tap_column)] +=
                row[out];
          }
        }
      }
    }
  }
}

}  // namespace saccade
