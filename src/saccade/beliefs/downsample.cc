#include "saccade/beliefs/downsample.h"

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

}  // namespace saccade
