#include "saccade/beliefs/downsample.h"

#include "saccade/base/error.h"

namespace saccade {

std::string_view RuleName(DownsampleRule rule) {
  switch (rule) {
    case DownsampleRule::kCorner:
      return "corner";
    case DownsampleRule::kCenter:
      return "center";
    case DownsampleRule::kMajority:
      return "majority";
    case DownsampleRule::kArea:
      return "area";
  }
  return "";
}

DownsampleRule DownsampleRuleOf(const std::string& word) {
  for (const DownsampleRule rule : kDownsampleRules) {
    if (RuleName(rule) == word) return rule;
  }
  throw InputError(fmt::format("\"{}\" is no rule; use corner, center, majority or area", word));
}

}  // namespace saccade
