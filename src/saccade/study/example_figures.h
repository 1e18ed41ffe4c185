#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/study/page.h"
#include "saccade/study/report.h"

namespace saccade {

// A picture as a data URI, fitted to the image frame. Throws InputError when `images` does not hold
// it.
std::string EmbeddedPicture(const std::filesystem::path& images, const std::string& task,
                            const std::string& name);

// Searches drawn over their pictures: two people, the random baseline and each prediction side by
// side. Pairs are drawn with the seed among those in which somebody needed at least two saccades
// and for which every prediction has a scanpath, no target twice while others are left.
Section ExampleSection(const ReportInput& input, const metrics::HumanSet& humans,
                       const std::vector<TrialInImage>& random);

}  // namespace saccade
