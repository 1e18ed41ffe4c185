#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/scene/trial_file.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

// Durations, reaction times and boxes are whole numbers in the published files; they stay so.
Json WholeIfPossible(double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  if (std::abs(value) < kExact && value == std::trunc(value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

template <Frame F>
Json ToJson(const Trial<F>& trial) {
  Json json;
  json["name"] = trial.name;
  json["subject"] = trial.subject;
  json["task"] = trial.task;
  json["condition"] = trial.condition == Condition::kPresent ? "present" : "absent";
  if (trial.target) {
    json["bbox"] = {WholeIfPossible(trial.target->x), WholeIfPossible(trial.target->y),
                    WholeIfPossible(trial.target->width), WholeIfPossible(trial.target->height)};
  }
  Json x = Json::array(), y = Json::array(), t = Json::array();
  for (const Fixation<F>& fixation : trial.scanpath) {
    x.push_back(fixation.point.x);
    y.push_back(fixation.point.y);
    t.push_back(WholeIfPossible(fixation.duration_ms));
  }
  json["X"] = std::move(x);
  json["Y"] = std::move(y);
  json["T"] = std::move(t);
  json["length"] = trial.scanpath.size();
  json["correct"] = trial.correct ? 1 : 0;
  if (trial.reaction_ms) json["RT"] = WholeIfPossible(*trial.reaction_ms);
  if (trial.fixated_target) json["fixOnTarget"] = *trial.fixated_target;
  if (!trial.split.empty()) json["split"] = trial.split;
  return json;
}

template <Frame F>
void Write(const std::filesystem::path& path, std::span<const Trial<F>> trials) {
  std::string text = "[";
  for (std::size_t i = 0; i < trials.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += ToJson(trials[i]).dump();
  }
  text += "\n]\n";
  WriteFileAtomically(path, text);
}

}  // namespace

void WriteTrials(const std::filesystem::path& path, std::span<const TrialInImage> trials) {
  Write(path, trials);
}

void WriteTrials(const std::filesystem::path& path, std::span<const TrialInDisplay> trials) {
  Write(path, trials);
}

}  // namespace saccade
