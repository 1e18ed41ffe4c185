#include "saccade/scene/trial.h"

namespace saccade {
namespace {

template <Frame To, Frame From, typename Convert>
Trial<To> ConvertTrial(const Trial<From>& trial, Convert convert) {
  Trial<To> out{.name = trial.name,
                .subject = trial.subject,
                .task = trial.task,
                .condition = trial.condition,
                .target = std::nullopt,
                .scanpath = {},
                .correct = trial.correct,
                .reaction_ms = trial.reaction_ms,
                .fixated_target = trial.fixated_target,
                .split = trial.split};
  if (trial.target) out.target = convert(*trial.target);
  out.scanpath.reserve(trial.scanpath.size());
  for (const auto& fixation : trial.scanpath) {
    out.scanpath.push_back({convert(fixation.point), fixation.duration_ms});
  }
  return out;
}

}  // namespace

TrialInImage ToImage(const TrialInDisplay& trial) {
  return ConvertTrial<Frame::kImage>(trial, [](const auto& value) { return ToImage(value); });
}

TrialInDisplay ToDisplay(const TrialInImage& trial) {
  return ConvertTrial<Frame::kDisplay>(trial, [](const auto& value) { return ToDisplay(value); });
}

}  // namespace saccade
