#pragma once

#include "saccade/metrics/clusters.h"
#include "saccade/scene/frame.h"

namespace saccade::capi {

// Arguments that several functions have. They throw InputError for what is none.

FrameSize ScreenOf(double width, double height);
metrics::ClusterOptions ClusterOptionsOf(double bandwidth);  // 0: estimated

}  // namespace saccade::capi
