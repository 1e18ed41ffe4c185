#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "saccade/beliefs/belief_store.h"
#include "saccade/metrics/score.h"
#include "saccade/nn/tensorboard.h"

namespace saccade {

// What every training run leaves in its folder: config.json, metrics.jsonl and TensorBoard events.

// Claims `run` for a training with the configuration `config` (JSON text): writes config.json into
// a new or empty folder; in one that holds a run, `resume` must be asked for and the configuration
// be the same. Throws InputError otherwise.
void ClaimRunFolder(const std::filesystem::path& run, const std::string& config, bool resume);

// metrics.jsonl: one object a line, rewritten whole so that it never ends in half a line, and cut
// back to the checkpoint's place when a run is resumed. TensorBoard events beside it.
class MetricsLog {
 public:
  MetricsLog(std::filesystem::path run, std::int64_t resume_step);

  // Numbers that are not finite are left out.
  void Add(std::int64_t step, const std::map<std::string, double>& numbers);
  void Save() const;

 private:
  std::filesystem::path path_;
  std::string text_;
  EventWriter events_;
};

// By which rule a store's cells got their classes, as its notes have it; "unknown" without one.
std::string BeliefRule(const BeliefStore& store);

// The scores that are present, by their names in JSON.
std::map<std::string, double> ScoresByName(const metrics::ScoreVector& scores);

}  // namespace saccade
