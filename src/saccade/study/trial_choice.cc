#include "saccade/study/trial_choice.h"

#include <algorithm>
#include <map>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

bool Has(const std::vector<int>& subjects, const Identifier& subject) {
  return std::ranges::any_of(subjects, [&](int one) { return subject == one; });
}

}  // namespace

std::vector<TrialInImage> Chosen(std::span<const TrialInImage> trials, const TrialChoice& choice) {
  // By name, so that a draw depends neither on the order of the file nor on other categories.
  std::map<std::string, std::set<std::string>> names;
  for (const TrialInImage& trial : trials) names[trial.task].insert(trial.name);
  std::map<std::string, std::set<std::string>> drawn;
  for (const auto& [task, all] : names) {
    std::vector<std::string> order(all.begin(), all.end());
    Random(choice.draw, "pictures of " + task).Shuffle(order);
    if (choice.pictures > 0 && order.size() > static_cast<std::size_t>(choice.pictures)) {
      order.resize(static_cast<std::size_t>(choice.pictures));
    }
    drawn[task].insert(order.begin(), order.end());
  }
  std::vector<TrialInImage> kept;
  for (const TrialInImage& trial : trials) {
    const bool is_in = (choice.subjects.empty() || Has(choice.subjects, trial.subject)) &&
                       !Has(choice.without_subjects, trial.subject) &&
                       drawn[trial.task].contains(trial.name);
    if (is_in) kept.push_back(trial);
  }
  if (kept.empty()) {
    throw InputError(fmt::format("no trial is left of {} by {}; check the subjects", trials.size(),
                                 ToJson(choice).dump()));
  }
  return kept;
}

nlohmann::ordered_json ToJson(const TrialChoice& choice) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!choice.subjects.empty()) json["subjects"] = choice.subjects;
  if (!choice.without_subjects.empty()) json["without_subjects"] = choice.without_subjects;
  if (choice.pictures > 0) json["pictures"] = choice.pictures, json["draw"] = choice.draw;
  return json;
}

}  // namespace saccade
