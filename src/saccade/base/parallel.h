#pragma once

#include <cstddef>
#include <functional>

namespace saccade {

// Number of threads that ParallelFor uses; 0 means one per core. Default: one per core.
void SetThreads(int threads);
int Threads();

// Calls body(i) for every i in [0, count), on Threads() threads, in no given order; returns when
// all are done. Results must be written to places that belong to i, which makes them independent of
// the number of threads. The first exception (smallest i among those thrown) is thrown again here.
// A call from inside a body runs on the calling thread alone.
void ParallelFor(std::size_t count, const std::function<void(std::size_t)>& body);

// The same with the worker's number, 0 <= worker < Threads(), for scratch memory that is kept.
void ParallelForWithWorker(std::size_t count,
                           const std::function<void(std::size_t, int worker)>& body);

}  // namespace saccade
