#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace saccade {

// One number of a training run over its steps.
struct MetricCurve {
  std::string name;
  std::vector<double> steps;  // ascending
  std::vector<double> values;
};

// The curves of a run's metrics.jsonl: one JSON object a line, with "step" and named numbers; other
// members are passed over. In the order in which the names first appear. A last line without its
// end is left out (the run is still writing it); a step that comes again (the run was resumed)
// replaces what stood there. Throws InputError naming file and line.
std::vector<MetricCurve> ReadRunMetrics(const std::filesystem::path& path);

}  // namespace saccade
