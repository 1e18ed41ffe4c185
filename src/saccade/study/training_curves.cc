#include "saccade/study/training_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/json.h"
#include "saccade/study/run_metrics.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

std::vector<double> Numbers(const nlohmann::json& curve, const char* key, const fs::path& file,
                            const std::string& where) {
  const bool right = curve.is_object() && curve.contains(key) && curve[key].is_array() &&
                     std::ranges::all_of(curve[key], [](const auto& v) { return v.is_number(); });
  if (!right) throw InputError(file, where, "{}: an array of numbers is expected", key);
  return curve[key].get<std::vector<double>>();
}

TrainingCurve ReadCurve(const nlohmann::json& curves, const std::string& key, const fs::path& file,
                        const std::string& where) {
  if (!curves.is_object() || !curves.contains(key)) {
    throw InputError(file, where, "{} is missing", key);
  }
  const std::string place = where + "." + key;
  TrainingCurve curve{Numbers(curves[key], "iteration", file, place),
                      Numbers(curves[key], "value", file, place)};
  if (curve.iterations.size() != curve.values.size()) {
    throw InputError(file, place, "has {} iterations and {} values", curve.iterations.size(),
                     curve.values.size());
  }
  if (std::ranges::adjacent_find(curve.iterations, std::greater_equal()) !=
      curve.iterations.end()) {
    throw InputError(file, place, "iterations do not ascend");
  }
  return curve;
}

// A number of the run's log, its steps moved to iterations counted from 0.
TrainingCurve Logged(const std::vector<MetricCurve>& log, const std::string& name, double shift) {
  const auto found = std::ranges::find(log, name, &MetricCurve::name);
  if (found == log.end()) return {};
  TrainingCurve curve{found->steps, found->values};
  for (double& iteration : curve.iterations) iteration += shift;
  return curve;
}

// What the released code writes as PPO's loss.
TrainingCurve PpoLoss(const std::vector<MetricCurve>& log, double shift, double entropy_weight,
                      double value_weight) {
  TrainingCurve loss = Logged(log, "policy/loss", shift);
  const TrainingCurve value = Logged(log, "policy/value_loss", shift);
  const TrainingCurve entropy = Logged(log, "policy/entropy", shift);
  for (std::size_t i = 0; i < loss.values.size(); ++i) {
    loss.values[i] += value_weight * value.values.at(i) - entropy_weight * entropy.values.at(i);
  }
  return loss;
}

}  // namespace

std::vector<CurvesOfTraining> ReadReleasedCurves(const fs::path& file) {
  const nlohmann::json document = ReadJson(file);
  if (!document.is_object() || !document.contains("runs") || !document["runs"].is_object() ||
      document["runs"].empty()) {
    throw InputError(file, "runs", "an object with one entry a training is expected");
  }
  std::vector<CurvesOfTraining> runs;
  for (const auto& [name, curves] : document["runs"].items()) {
    CurvesOfTraining& run = runs.emplace_back();
    run.name = name;
    for (std::size_t i = 0; i < kTrainingCurves.size(); ++i) {
      run.curves[i] = ReadCurve(curves, kTrainingCurves[i].key, file, "runs." + name);
    }
  }
  return runs;
}

CurvesOfTraining CurvesOfRun(const fs::path& run, std::string name, double entropy_weight,
                             double value_weight) {
  CurvesOfTraining own{.name = std::move(name), .curves = {}};
  if (!fs::exists(run / "metrics.jsonl")) return own;
  const std::vector<MetricCurve> log = ReadRunMetrics(run / "metrics.jsonl");
  const auto first = std::ranges::find(log, "discriminator/real_mean", &MetricCurve::name);
  if (first == log.end()) return own;
  // The released code's "losses" are means of D. The step after cloning is its iteration 0; what is
  // evaluated after that step it evaluates in iteration 1, before the update.
  const double shift = -first->steps.front();
  own.curves = {Logged(log, "discriminator/real_mean", shift),
                Logged(log, "discriminator/fake_mean", shift),
                Logged(log, "rollout/return", shift),
                PpoLoss(log, shift, entropy_weight, value_weight),
                Logged(log, "released/found_by_1", shift + 1),
                Logged(log, "released/found_by_3", shift + 1),
                Logged(log, "released/found_by_6", shift + 1),
                Logged(log, "released/probability_mismatch", shift + 1)};
  return own;
}

double MeanAt(const TrainingCurve& curve, double from, double length) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < curve.values.size(); ++i) {
    if (curve.iterations[i] < from || curve.iterations[i] >= from + length) continue;
    sum += curve.values[i];
    ++count;
  }
  return count > 0 ? sum / count : kNothing;
}

TrainingCurve MeanCurve(std::span<const TrainingCurve> curves) {
  TrainingCurve mean;
  for (const double iteration : curves.front().iterations) {
    double sum = 0;
    for (const TrainingCurve& curve : curves) sum += MeanAt(curve, iteration, .5);
    if (!std::isfinite(sum)) continue;
    mean.iterations.push_back(iteration);
    mean.values.push_back(sum / static_cast<double>(curves.size()));
  }
  return mean;
}

double DistanceBetween(const TrainingCurve& a, const TrainingCurve& b) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double other = MeanAt(b, a.iterations[i], .5);
    if (!std::isfinite(other)) continue;
    sum += std::abs(a.values[i] - other);
    ++count;
  }
  return count > 0 ? sum / count : kNothing;
}

}  // namespace saccade
