#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "saccade/metrics/evaluation.h"

namespace saccade {

// Scores as JSON, the same wherever they are written (design, "evaluate"). What a row does not have
// is absent, not zero.

// Every score that is there, under its key: one with a dot ("multimatch.shape") in an object.
void SetScores(nlohmann::ordered_json& json, const metrics::ScoreVector& scores);
// One of them.
void SetScore(nlohmann::ordered_json& json, const metrics::ScoreInfo& info, double value);
// SetScores with "intervals": {key: [low, high]}, keys with their dots; a curve's low and high are
// curves.
void SetSummary(nlohmann::ordered_json& json, const metrics::ScoreSummary& summary);

// Where SetScores puts that score; null when it is not there.
const nlohmann::ordered_json* FindScore(const nlohmann::ordered_json& json,
                                        const metrics::ScoreInfo& info);

// A row of `evaluate`: name, scores, intervals, the same of each task; `by_subject` adds the curve
// over searchers with its standard errors.
nlohmann::ordered_json RowJson(const metrics::RowSummary& row, bool by_subject);

// RowJson read back, all numbers to the bit; `human` is not in it. Throws InputError, with `origin`
// as the file, when it is no such row.
metrics::RowSummary RowFromJson(const nlohmann::ordered_json& json,
                                const std::filesystem::path& origin);

// {"protocol", "split", "trials", "pairs", "seed"} and, where strings are cut, "cut".
nlohmann::ordered_json EvaluationHeader(const metrics::HumanSet& humans, std::uint64_t seed);

// The whole of it: the header, "rows" and, between rows, "differences".
nlohmann::ordered_json EvaluationJson(const metrics::HumanSet& humans,
                                      const metrics::Evaluation& evaluation, std::uint64_t seed,
                                      bool by_subject);

// The paper's rows: a list of {"name", scores}.
nlohmann::ordered_json PublishedJson();

// "none", "both" or "prediction", as on the command line.
std::string_view CutName(metrics::StringCut cut);

}  // namespace saccade
