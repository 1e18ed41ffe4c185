#include "saccade/learn/run_folder.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/json.h"
#include "saccade/base/temporary_name.h"
#include "saccade/beliefs/store_notes.h"

namespace saccade {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kLease = "lease";
constexpr const char* kCheckpoints = "checkpoints";

std::vector<BeliefStore> OpenStores(const RunFiles& run) {
  std::vector<BeliefStore> stores;
  for (const fs::path& path : run.beliefs) stores.push_back(BeliefStore::Open(path));
  if (stores.empty()) throw InputError("no belief store given; use --beliefs S.beliefs");
  return stores;
}

fs::path CheckpointPath(const RunFiles& run, const char* which) {
  return run.out / kCheckpoints / fmt::format("{}.safetensors", which);
}

std::unique_ptr<Lease> ClaimRunFolder(const fs::path& run, const std::string& config, bool resume) {
  const fs::path file = run / "config.json";
  std::error_code error;
  RemoveLitterBeside(file);  // of a process that was killed while it wrote config.json
  if (!fs::exists(file)) {
    for (const auto& entry : fs::directory_iterator(run, error)) {
      // What a start that failed leaves is nobody's.
      const bool made_here = entry.path().filename() == kCheckpoints && fs::is_empty(entry, error);
      if (!made_here && !entry.path().filename().string().starts_with(kLease)) {
        throw InputError(run, "", "is not empty and holds no run; give another --out");
      }
    }
  } else if (!resume) {
    throw InputError(run, "", "holds a run already; go on with --resume, or give another --out");
  }
  fs::create_directories(run / kCheckpoints, error);
  if (error) throw Failure(fmt::format("{}: cannot be made ({})", run.string(), error.message()));
  std::unique_ptr<Lease> lease = Lease::Take(run / kLease);
  if (lease == nullptr) {
    const auto holder = Lease::HolderOf(run / kLease);
    throw InputError(run, "", "is being trained in by {}; wait for it, or give another --out",
                     holder ? "process " + holder->Text() : "another process");
  }
  if (!fs::exists(file)) {
    WriteFileAtomically(file, config);
  } else if (ReadFile(file) != config) {
    throw InputError(file, "",
                     "is of a run with other options or files; --resume needs the same ones");
  }
  return lease;
}

ordered_json FileJson(const fs::path& file) {
  return {{"file", file.filename().string()},
          {"xxh3", fmt::format("{:016x}", Checksum(MappedFile(file).bytes()))}};
}

namespace {

// The step of a line of metrics.jsonl; nothing when it is no such line.
std::optional<std::int64_t> StepOf(const std::string& line, const fs::path& path) {
  try {
    const nlohmann::json entry = ParseJson(line, path);
    if (entry.is_object() && entry.contains("step") && entry["step"].is_number_integer()) {
      return entry["step"].get<std::int64_t>();
    }
  } catch (const InputError&) {
    // A line that was cut by a full disk.
  }
  return std::nullopt;
}

}  // namespace

MetricsLog::MetricsLog(fs::path run, std::int64_t resume_step)
    : path_(run / "metrics.jsonl"), events_(run / "tensorboard") {
  if (!fs::exists(path_)) return;
  std::istringstream lines(ReadFile(path_));
  for (std::string line; std::getline(lines, line);) {
    if (StepOf(line, path_).value_or(resume_step + 1) > resume_step) break;
    text_ += line + "\n";
  }
  events_.Restart(resume_step + 1);
}

void MetricsLog::Add(std::int64_t step, const std::map<std::string, double>& numbers) {
  ordered_json entry = {{"step", step}};
  std::map<std::string, double> finite;
  for (const auto& [name, value] : numbers) {
    if (!std::isfinite(value)) continue;
    entry[name] = value;
    finite[name] = value;
  }
  text_ += entry.dump() + "\n";
  events_.Write(step, finite);
}

void MetricsLog::Save() const { WriteFileAtomically(path_, text_); }

std::string BeliefRule(const BeliefStore& store) {
  const std::string rule = NoteOf(store, "rule");
  return rule.empty() ? "unknown" : rule;
}

std::map<std::string, double> ScoresByName(const metrics::ScoreVector& scores) {
  std::map<std::string, double> named;
  for (const metrics::ScoreInfo& info : metrics::kScoreTable) {
    const double score = scores[info.slot];
    if (info.values == 1 && metrics::IsPresent(score)) named[std::string(info.key)] = score;
  }
  return named;
}

std::map<std::string, double> ValidationNumbers(const metrics::ScoreVector& scores,
                                                double distance) {
  std::map<std::string, double> named = {{"validation/distance", distance}};
  for (const auto& [name, value] : ScoresByName(scores)) named["validation/" + name] = value;
  return named;
}

std::string ValidationText(const metrics::ScoreVector& scores, double distance) {
  return fmt::format(
      "TFP-AUC {:.3f}, mismatch {:.3f}, MultiMatch {:.3f} {:.3f} {:.3f} {:.3f}, distance {:.3f}",
      scores[metrics::kTfpAuc], scores[metrics::kProbabilityMismatch], scores[metrics::kShape],
      scores[metrics::kDirection], scores[metrics::kLength], scores[metrics::kPosition], distance);
}

void CompleteCard(const RunFiles& run, const ordered_json& settings, ModelDescription& card) {
  card.seed = run.seed;
  card.training = {DescribeTrainingFile("fixations", run.fixations),
                   DescribeTrainingFile("validation", run.validation)};
  for (const fs::path& path : run.beliefs) {
    card.training.push_back(DescribeTrainingFile("beliefs", path));
  }
  for (const auto& [name, value] : settings.items()) {
    card.settings[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
}

}  // namespace saccade
