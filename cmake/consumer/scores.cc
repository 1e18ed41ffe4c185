#include <cstdio>

#include "saccade/metrics/multimatch.h"

int main() {
  const saccade::ScanpathInImage path = {{{0, 0}, 100}, {{50, 0}, 200}, {{50, 60}, 300}};
  const auto scores = saccade::metrics::MultiMatch<saccade::Frame::kImage>(path, path);
  std::printf("%.1f\n", scores->shape);
  return scores->shape == 1 ? 0 : 1;
}
