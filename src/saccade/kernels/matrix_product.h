#pragma once

namespace saccade {

// result [m][n] = beta * result + a b, all row by row; a transposed one is stored as [k][m],
// [n][k]. Runs on the calling thread: the parallel loops are outside, and a sum's order must not
// depend on them. Throws Failure when oneDNN does.
void MultiplyMatrices(bool transpose_a, bool transpose_b, int m, int n, int k, const float* a,
                      const float* b, float beta, float* result);

}  // namespace saccade
