#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "saccade/app/understood.h"
#include "saccade/cli/command.h"
#include "saccade/metrics/evaluation.h"

namespace saccade::cli {

// How an evaluation is shown: as JSON, as tables, and scanpath by scanpath.
struct EvaluationOutput {
  const metrics::HumanSet& humans;
  const metrics::Evaluation& evaluation;
  std::uint64_t seed = 0;
  bool by_subject = false;
  bool tasks = false;       // tables of each task; JSON always has them
  bool with_paper = false;  // the paper's table beside ours
  metrics::ResampleUnit resample = metrics::ResampleUnit::kPictures;  // behind the intervals
  std::span<const app::Understood> understood{};
};

nlohmann::ordered_json ToJson(const EvaluationOutput& output);

// How each file was understood, and an empty line.
void PrintUnderstood(std::span<const app::Understood> understood);

// What was understood of the files stands above all tables, protocol, split, trials and seed above
// each.
void PrintTables(const EvaluationOutput& output);

// One record a scanpath (and, for models that give maps, one a fixation): row, task, name, subject,
// scores. CSV when the file is called so, a JSON list otherwise.
void WritePerTrial(const std::filesystem::path& path, const metrics::HumanSet& humans,
                   std::span<const metrics::Row> rows);

// "--explain-columns": a legend of columns and JSON keys in place of an evaluation, as a table or,
// with
// --json, as JSON. Add it after --json.
void AddExplainOption(CLI::App& command, const JsonOutput& json);

}  // namespace saccade::cli
