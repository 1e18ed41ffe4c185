#include "saccade/metrics/multimatch_options.h"

#include "saccade/base/options.h"

namespace saccade::metrics {

OptionList OptionsOf(MultiMatchOptions& o) {
  OptionNumbers simplify{
      [&o] {
        if (!o.simplification) return std::vector<double>();
        const Simplification& s = *o.simplification;
        return std::vector{s.direction_degrees, s.duration_ms, s.amplitude_pixels};
      },
      [&o](const std::vector<double>& given) {
        o.simplification.reset();
        if (!given.empty()) o.simplification = Simplification{given[0], given[1], given[2]};
      },
      3,
      {0, 1e4},
      true};
  OptionList list;
  list.Add("short", o.short_rule, {"pad", "skip"},
           "MultiMatch of fewer than three fixations: pad as the released code, or skip")
      .Add("simplify", std::move(simplify),
           "Simplify scanpaths for MultiMatch: direction (degrees), duration (ms), amplitude "
           "(pixels)");
  return list;
}

}  // namespace saccade::metrics
