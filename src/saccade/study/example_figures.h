#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "saccade/metrics/human_set.h"
#include "saccade/study/example_choice.h"
#include "saccade/study/page.h"
#include "saccade/study/report.h"

namespace saccade {

// A picture as a data URI, fitted to the image frame. Throws InputError when `images` does not hold
// it.
std::string EmbeddedPicture(const std::filesystem::path& images, const std::string& task,
                            const std::string& name);

// Searches that play over their pictures: people, each prediction and the random baseline side by
// side; without a script one or two people and the first scanpath of each. `rows`: people, random,
// then the predictions.
Section ExampleSection(const ReportInput& input, const metrics::HumanSet& humans,
                       std::span<const ScoredRow> rows);

}  // namespace saccade
