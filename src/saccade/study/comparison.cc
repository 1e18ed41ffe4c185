#include "saccade/study/comparison.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/study/evaluation_json.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

// Score by score over the seeds that have it; absent where none has.
ScoreVector MeanOf(const std::vector<const ScoreVector*>& vectors) {
  ScoreVector mean = AbsentScores();
  for (std::size_t score = 0; score < kScoreValues; ++score) {
    double sum = 0;
    int count = 0;
    for (const ScoreVector* scores : vectors) {
      if (!IsPresent((*scores)[score])) continue;
      sum += (*scores)[score];
      ++count;
    }
    if (count > 0) mean[score] = sum / count;
  }
  return mean;
}

ScoreSummary MeanOf(const std::vector<const ScoreSummary*>& summaries) {
  std::vector<const ScoreVector*> values, lows, highs;
  for (const ScoreSummary* summary : summaries) {
    values.push_back(&summary->value);
    lows.push_back(&summary->low);
    highs.push_back(&summary->high);
  }
  return {MeanOf(values), MeanOf(lows), MeanOf(highs)};
}

// Mean and standard error as if all searchers of all seeds had been given to FoundBySubject, from
// each seed's own mean and standard error: their squared deviations are n (n - 1) error^2.
CurveBySubject Pooled(const std::vector<SeedResult>& seeds) {
  if (seeds.size() == 1) return seeds.front().row.by_subject;
  CurveBySubject pooled;
  double searchers = 0;
  for (const SeedResult& seed : seeds) {
    searchers += static_cast<double>(seed.row.by_subject.subjects.size());
  }
  for (std::size_t s = 0; s < static_cast<std::size_t>(searchers); ++s) {
    pooled.subjects.push_back(static_cast<int>(s) + 1);
  }
  for (std::size_t i = 0; i < std::size_t{kScoredPoints} && searchers > 0; ++i) {
    for (const SeedResult& seed : seeds) {
      const CurveBySubject& curve = seed.row.by_subject;
      pooled.mean[i] += static_cast<double>(curve.subjects.size()) * curve.mean[i] / searchers;
    }
    double squares = 0;
    for (const SeedResult& seed : seeds) {
      const CurveBySubject& curve = seed.row.by_subject;
      const auto n = static_cast<double>(curve.subjects.size());
      squares += n * (n - 1) * std::pow(curve.standard_error[i], 2) +
                 n * std::pow(curve.mean[i] - pooled.mean[i], 2);
    }
    if (searchers > 1) {
      pooled.standard_error[i] = std::sqrt(squares / (searchers - 1) / searchers);
    }
  }
  return pooled;
}

std::string_view SeedChangesName(SeedChanges changes) {
  return changes == SeedChanges::kNothing     ? "nothing"
         : changes == SeedChanges::kScanpaths ? "scanpaths"
                                              : "training and scanpaths";
}

Json MethodJson(const ComparedMethod& method) {
  Json json = RowJson(MeanOverSeeds(method), true);
  json["kind"] = method.kind;
  if (!method.published.empty()) json["published"] = method.published;
  json["seed_changes"] = SeedChangesName(method.seed_changes);
  if (method.seeds.size() > 1) {
    json["spread"] = Json::object();
    SetScores(json["spread"], SpreadOverSeeds(method));
  }
  json["cost"] = ToJson(CostOverSeeds(method));
  json["by_seed"] = Json::array();
  for (const SeedResult& seed : method.seeds) {
    Json entry = {{"seed", seed.seed}};
    SetSummary(entry, seed.row.scores);
    entry["cost"] = ToJson(seed.cost);
    json["by_seed"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace

std::string ResampledText(const Comparison& comparison) {
  switch (comparison.resample) {
    case metrics::ResampleUnit::kPictures:
      return "pictures";
    case metrics::ResampleUnit::kPeople:
      return "people";
    case metrics::ResampleUnit::kBoth:
      return "pictures and people";
  }
  return {};
}

RowSummary MeanOverSeeds(const ComparedMethod& method) {
  RowSummary mean = method.seeds.front().row;
  mean.name = method.name;
  std::vector<const ScoreSummary*> summaries;
  mean.scanpaths = 0;
  for (const SeedResult& seed : method.seeds) {
    summaries.push_back(&seed.row.scores);
    mean.scanpaths += seed.row.scanpaths;
  }
  mean.scores = MeanOf(summaries);
  for (TaskSummary& task : mean.tasks) {
    std::vector<const ScoreSummary*> of_task;
    task.scanpaths = 0;
    for (const SeedResult& seed : method.seeds) {
      const auto found = std::ranges::find(seed.row.tasks, task.task, &TaskSummary::task);
      if (found == seed.row.tasks.end()) continue;
      of_task.push_back(&found->scores);
      task.scanpaths += found->scanpaths;
    }
    task.scores = MeanOf(of_task);
  }
  mean.by_subject = Pooled(method.seeds);
  return mean;
}

ScoreVector SpreadOverSeeds(const ComparedMethod& method) {
  ScoreVector spread = AbsentScores();
  for (std::size_t score = 0; score < kScoreValues; ++score) {
    std::vector<double> values;
    double mean = 0;
    for (const SeedResult& seed : method.seeds) {
      const double value = seed.row.scores.value[score];
      if (!IsPresent(value)) continue;
      values.push_back(value);
      mean += value;
    }
    if (values.size() < 2) continue;
    mean /= static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    spread[score] = std::sqrt(squares / static_cast<double>(values.size() - 1));
  }
  return spread;
}

MethodCost CostOverSeeds(const ComparedMethod& method) {
  MethodCost cost;
  const auto all = [&](auto field) {
    return std::ranges::all_of(
        method.seeds, [&](const SeedResult& seed) { return (seed.cost.*field).has_value(); });
  };
  const auto mean = [&](std::optional<double> MethodCost::*field) {
    if (!all(field)) return;
    double sum = 0;
    for (const SeedResult& seed : method.seeds) sum += *(seed.cost.*field);
    cost.*field = sum / static_cast<double>(method.seeds.size());
  };
  const auto largest = [&](auto field) {
    for (const SeedResult& seed : method.seeds) {
      cost.*field = std::max(cost.*field, seed.cost.*field);
    }
  };
  mean(&MethodCost::training_seconds);
  mean(&MethodCost::scanpaths_per_second);
  mean(&MethodCost::cores_used);
  largest(&MethodCost::training_memory_mb);
  largest(&MethodCost::prediction_memory_mb);
  largest(&MethodCost::parameters);
  largest(&MethodCost::model_mb);
  largest(&MethodCost::threads);
  cost.training_complete = std::ranges::all_of(
      method.seeds, [](const SeedResult& seed) { return seed.cost.training_complete; });
  return cost;
}

Json ToJson(const MethodCost& cost) {
  Json json = Json::object();
  const auto set = [&](const char* name, const auto& value) {
    if (value) json[name] = *value;
  };
  set("training_seconds", cost.training_seconds);
  if (!cost.training_complete) json["training_complete"] = false;
  set("training_memory_mb", cost.training_memory_mb);
  set("scanpaths_per_second", cost.scanpaths_per_second);
  set("cores_used", cost.cores_used);
  set("prediction_memory_mb", cost.prediction_memory_mb);
  set("parameters", cost.parameters);
  set("model_mb", cost.model_mb);
  json["threads"] = cost.threads;
  return json;
}

MethodCost CostFromJson(const Json& json, const std::filesystem::path& origin) {
  try {
    MethodCost cost;
    const auto get = [&]<typename T>(const char* name, std::optional<T>& value) {
      if (json.contains(name)) value = json.at(name).get<T>();
    };
    get("training_seconds", cost.training_seconds);
    cost.training_complete = json.value("training_complete", true);
    get("training_memory_mb", cost.training_memory_mb);
    get("scanpaths_per_second", cost.scanpaths_per_second);
    get("cores_used", cost.cores_used);
    get("prediction_memory_mb", cost.prediction_memory_mb);
    get("parameters", cost.parameters);
    get("model_mb", cost.model_mb);
    cost.threads = json.value("threads", 1);
    return cost;
  } catch (const Json::exception& error) {
    throw InputError(origin, "cost", "cannot be read ({})", error.what());
  }
}

Json ToJson(const Comparison& comparison) {
  Json json = {{"protocol", comparison.protocol},
               {"split", comparison.split},
               {"trials", comparison.trials},
               {"pairs", comparison.pairs},
               {"seed", comparison.seeds.empty() ? 0 : comparison.seeds.front()},
               {"samples", comparison.samples},
               {"bootstrap", comparison.bootstrap},
               {"seeds", comparison.seeds}};
  if (comparison.resample != metrics::ResampleUnit::kPictures) {
    json["resample"] = ResampledText(comparison);
  }
  json["rows"] = Json::array();
  for (const ComparedMethod& method : comparison.methods)
    json["rows"].push_back(MethodJson(method));
  json["paper"] = PublishedJson();
  return json;
}

}  // namespace saccade
