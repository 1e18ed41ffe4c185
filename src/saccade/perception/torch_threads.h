#pragma once

namespace saccade {

// Makes libtorch and oneDNN use `threads` threads when called from this thread; 0 means Threads()
// (base/parallel.h). Cheap: call it at every border into libtorch.
void UseThreads(int threads);

}  // namespace saccade
