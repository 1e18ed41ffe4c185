#include "saccade/perception/torch_threads.h"

#include <ATen/Parallel.h>
#include <omp.h>

#include "saccade/base/parallel.h"

namespace saccade {

void UseThreads(int threads) {
  at::get_num_threads();  // its first call in a thread overwrites OpenMP's setting
  omp_set_num_threads(threads > 0 ? threads : Threads());
}

}  // namespace saccade
