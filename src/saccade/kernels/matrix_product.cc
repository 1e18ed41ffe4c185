#include "saccade/kernels/matrix_product.h"

#include <dnnl.h>
#include <omp.h>

#include "saccade/base/error.h"

namespace saccade {

void MultiplyMatrices(bool transpose_a, bool transpose_b, int m, int n, int k, const float* a,
                      const float* b, float beta, float* result) {
  omp_set_num_threads(1);
  const dnnl_status_t status =
      dnnl_sgemm(transpose_a ? 'T' : 'N', transpose_b ? 'T' : 'N', m, n, k, 1, a,
                 transpose_a ? m : k, b, transpose_b ? k : n, beta, result, n);
  if (status != dnnl_success) throw Failure("oneDNN could not multiply two matrices");
}

}  // namespace saccade
