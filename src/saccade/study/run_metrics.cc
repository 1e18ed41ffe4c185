#include "saccade/study/run_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/json.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

MetricCurve& CurveNamed(std::vector<MetricCurve>& curves, const std::string& name) {
  const auto found = std::ranges::find(curves, name, &MetricCurve::name);
  return found != curves.end() ? *found : curves.emplace_back(MetricCurve{name, {}, {}});
}

// Drops what a run wrote behind `step` before it was resumed from there.
void CutFrom(MetricCurve& curve, double step) {
  while (!curve.steps.empty() && curve.steps.back() >= step) {
    curve.steps.pop_back();
    curve.values.pop_back();
  }
}

void AddRecord(const Json& record, double step, std::vector<MetricCurve>& curves) {
  for (const auto& [name, value] : record.items()) {
    if (name == "step" || !value.is_number()) continue;
    MetricCurve& curve = CurveNamed(curves, name);
    CutFrom(curve, step);
    curve.steps.push_back(step);
    curve.values.push_back(value.get<double>());
  }
}

}  // namespace

std::vector<MetricCurve> ReadRunMetrics(const std::filesystem::path& path) {
  const std::string text = ReadFile(path);
  CheckJsonDepth(text, path);
  std::vector<MetricCurve> curves;
  int number = 0;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const std::string where = fmt::format("line {}", ++number);
    if (end == begin) continue;
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const Json record = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!record.is_object()) throw InputError(path, where, "a JSON object is expected");
    const auto step = record.find("step");
    if (step == record.end() || !step->is_number()) {
      throw InputError(path, where, "\"step\", a number, is expected and missing");
    }
    AddRecord(record, step->get<double>(), curves);
  }
  return curves;
}

}  // namespace saccade
