#include "saccade/study/compare_study.h"
#include "saccade/study/study.h"

namespace saccade {

const std::vector<Study>& Studies() {
  static const std::vector<Study> studies = {CompareStudy()};
  return studies;
}

}  // namespace saccade
