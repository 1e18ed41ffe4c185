#pragma once

#include <string>
#include <vector>

#include "saccade/study/study.h"

namespace saccade {

// A study for which further belief stores are no variants of the first but worlds of their own:
// other blurs, other rules, the annotated boxes.
struct World {
  std::string name;      // behind the names of its cells: nothing for the first, "-STEM" for others
  std::string title;     // behind the titles of its rows: nothing, or ", STEM"
  StudyOptions options;  // with its store alone
};
std::vector<World> WorldsOf(const StudyOptions& options);

}  // namespace saccade
