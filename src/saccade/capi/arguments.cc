#include "saccade/capi/arguments.h"

#include <fmt/format.h>

#include <cmath>

#include "saccade/base/error.h"

namespace saccade::capi {

FrameSize ScreenOf(double width, double height) {
  if (!(width > 0) || !(height > 0) || !std::isfinite(width * height)) {
    throw InputError(fmt::format("arguments width, height: {} x {} is no screen", width, height));
  }
  return {width, height};
}

metrics::ClusterOptions ClusterOptionsOf(double bandwidth) {
  if (!(bandwidth >= 0) || !std::isfinite(bandwidth)) {
    throw InputError(fmt::format("argument bandwidth: {} is no number of pixels", bandwidth));
  }
  if (bandwidth > 0) return {metrics::ClusterRule::kFixed, bandwidth};
  return {metrics::ClusterRule::kAdaptive, 0};
}

}  // namespace saccade::capi
