#pragma once

#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/study/page.h"
#include "saccade/study/report.h"

namespace saccade {

// Searches drawn over their pictures: two people, the random baseline and each prediction side by
// side. Pairs are drawn with the seed among those in which somebody needed at least two saccades
// and for which every prediction has a scanpath, no target twice while others are left.
Section ExampleSection(const ReportInput& input, const metrics::HumanSet& humans,
                       const std::vector<TrialInImage>& random);

}  // namespace saccade
