#include "saccade/scene/search_measures.h"

#include <algorithm>
#include <map>
#include <utility>

namespace saccade {
namespace {

struct Mean {
  double sum = 0;
  double count = 0;
  void Add(double value) {
    sum += value;
    count += 1;
  }
};

std::size_t IndexOf(SearchMeasure measure) { return static_cast<std::size_t>(measure); }

MeasureValues ValuesOf(const TrialInImage& trial) {
  MeasureValues values;
  if (trial.answer_known) values[IndexOf(SearchMeasure::kResponseError)] = trial.correct ? 0 : 1;
  if (!trial.correct) return values;
  values[IndexOf(SearchMeasure::kReactionTime)] = trial.reaction_ms;
  if (trial.condition == Condition::kAbsent && !trial.reaction_ms && HasDurations(trial.scanpath)) {
    double sum = 0;
    for (const FixationInImage& fixation : trial.scanpath) sum += fixation.duration_ms;
    values[IndexOf(SearchMeasure::kReactionTime)] = sum;
  }
  values[IndexOf(SearchMeasure::kFixations)] = static_cast<double>(trial.scanpath.size());
  if (const auto first = FirstOnTarget(trial)) {
    double before_ms = 0;
    for (int i = 0; i + 1 < *first; ++i) before_ms += trial.scanpath[i].duration_ms;
    values[IndexOf(SearchMeasure::kTimeToTarget)] = before_ms;
    values[IndexOf(SearchMeasure::kFixationsToTarget)] = *first;
  }
  return values;
}

// Means of the subjects' means.
MeasureValues Average(const std::map<Identifier, std::array<Mean, kSearchMeasures>>& subjects) {
  MeasureValues values;
  for (int measure = 0; measure < kSearchMeasures; ++measure) {
    Mean over_subjects;
    for (const auto& [subject, means] : subjects) {
      if (means[measure].count > 0) over_subjects.Add(means[measure].sum / means[measure].count);
    }
    if (over_subjects.count > 0) values[measure] = over_subjects.sum / over_subjects.count;
  }
  return values;
}

void Normalize(std::vector<CategoryMeasures>& categories, int measure) {
  std::optional<double> least, most;
  for (const CategoryMeasures& category : categories) {
    const auto& value = category.raw[measure];
    if (!value) continue;
    least = std::min(least.value_or(*value), *value);
    most = std::max(most.value_or(*value), *value);
  }
  for (CategoryMeasures& category : categories) {
    const auto& value = category.raw[measure];
    if (!value) continue;
    category.normalized[measure] = *most > *least ? (*value - *least) / (*most - *least) : 0;
  }
}

}  // namespace

std::string_view KeyOf(SearchMeasure measure) {
  constexpr std::array<std::string_view, kSearchMeasures> kKeys = {
      "response_error", "reaction_ms", "fixations", "time_to_target_ms", "fixations_to_target"};
  return kKeys.at(IndexOf(measure));
}

std::string_view LabelOf(SearchMeasure measure) {
  constexpr std::array<std::string_view, kSearchMeasures> kLabels = {
      "response error", "reaction time", "fixations", "time to target", "fixations to target"};
  return kLabels.at(IndexOf(measure));
}

std::vector<CategoryMeasures> MeasureSearch(std::span<const TrialInImage> trials,
                                            Condition condition) {
  std::map<std::string, std::map<Identifier, std::array<Mean, kSearchMeasures>>> means;
  for (const TrialInImage& trial : trials) {
    if (trial.condition != condition) continue;
    const MeasureValues values = ValuesOf(trial);
    auto& of_subject = means[trial.task][trial.subject];
    for (int measure = 0; measure < kSearchMeasures; ++measure) {
      if (values[measure]) of_subject[measure].Add(*values[measure]);
    }
  }
  std::vector<CategoryMeasures> categories;
  for (const auto& [task, subjects] : means) categories.push_back({task, Average(subjects), {}});
  for (int measure = 0; measure < kSearchMeasures; ++measure) Normalize(categories, measure);
  return categories;
}

}  // namespace saccade
