#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saccade/base/lease.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/formats/tensorboard.h"
#include "saccade/metrics/score.h"
#include "saccade/search/model_folder.h"

namespace saccade {

// What every training is told.
struct RunFiles {
  std::filesystem::path fixations;
  std::filesystem::path validation;
  std::vector<std::filesystem::path> beliefs;  // variants of the same pictures; the first is scored
  std::filesystem::path out;
  bool resume = false;
  std::uint64_t seed = 0;
};

// The stores of `run`, at least one: InputError otherwise.
std::vector<BeliefStore> OpenStores(const RunFiles& run);

// What every training leaves in its folder: config.json, metrics.jsonl and TensorBoard events,
// checkpoints and model/.

std::filesystem::path CheckpointPath(const RunFiles& run, const char* which);

// Claims `run` for a training with the configuration `config` (JSON text), for as long as the lease
// lives: writes config.json into a new or empty folder; in one that holds a run, `resume` must be
// asked for and the configuration be the same. Throws InputError otherwise, and when another
// process is at it.
std::unique_ptr<Lease> ClaimRunFolder(const std::filesystem::path& run, const std::string& config,
                                      bool resume);

// A file that is learned from, as config.json has it: by its content, however its path is spelled.
nlohmann::ordered_json FileJson(const std::filesystem::path& file);

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
// The same as metrics.jsonl has them after a validation.
std::map<std::string, double> ValidationNumbers(const metrics::ScoreVector& scores,
                                                double distance);
// "TFP-AUC 4.973, mismatch 0.254, MultiMatch ..., distance 1.609": for a line of the log.
std::string ValidationText(const metrics::ScoreVector& scores, double distance);

// Adds to a model's card what the run knows of it: seed, files by checksum, settings.
void CompleteCard(const RunFiles& run, const nlohmann::ordered_json& settings,
                  ModelDescription& card);

}  // namespace saccade
