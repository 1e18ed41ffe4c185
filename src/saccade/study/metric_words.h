#pragma once

#include <string>
#include <string_view>

namespace saccade {

// What people call a number of a run's metrics.jsonl: "sequence_score" is "sequence score",
// "real_loss" "loss on people's pairs". `name` is what stands after the "/"; one that is not known
// keeps its words, "_" read as a blank.
std::string MetricWords(std::string_view name);

}  // namespace saccade
