#include "saccade/scene/trial.h"

#include <array>
#include <cctype>
#include <utility>

#include "saccade/scene/fit.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

template <Frame To, Frame From, typename Convert>
Trial<To> ConvertTrial(const Trial<From>& trial, Convert convert,
                       const std::optional<Viewing>& viewing) {
  Trial<To> out{.name = trial.name,
                .subject = trial.subject,
                .session = trial.session,
                .task = trial.task,
                .condition = trial.condition,
                .correct = trial.correct,
                .answer_known = trial.answer_known,
                .reaction_ms = trial.reaction_ms,
                .fixated_target = trial.fixated_target,
                .split = trial.split,
                .viewing = viewing};
  if (trial.target) out.target = convert(*trial.target);
  out.scanpath.reserve(trial.scanpath.size());
  for (const auto& fixation : trial.scanpath) {
    out.scanpath.push_back({convert(fixation.point), fixation.duration_ms});
  }
  return out;
}

TrialOnScreen SameOnScreen(const auto& trial, FrameSize size) {
  return ConvertTrial<Frame::kScreen>(
      trial,
      [](const auto& value) {
        if constexpr (requires { value.width; }) {
          return BoxOnScreen{value.x, value.y, value.width, value.height};
        } else {
          return PointOnScreen{value.x, value.y};
        }
      },
      Viewing{Screen{size}});
}

}  // namespace

bool IsInPicture(const TrialInImage& trial, const PointInImage& p) {
  if (!trial.viewing) return Grid::CellOf(p).has_value();
  const BoxOnScreen area = trial.viewing->Area();
  const BoxInImage box = ImageFit({area.width, area.height}).Area();
  return box.x <= p.x && p.x < box.x + box.width && box.y <= p.y && p.y < box.y + box.height;
}

std::string_view NameOf(Condition condition) {
  switch (condition) {
    case Condition::kPresent:
      return "present";
    case Condition::kAbsent:
      return "absent";
    default:
      return "free";
  }
}

std::optional<Condition> ConditionByName(std::string_view name) {
  std::string letters;
  for (const unsigned char c : name) {
    if (std::isalpha(c) != 0) letters += static_cast<char>(std::tolower(c));
  }
  constexpr std::array<std::pair<std::string_view, Condition>, 15> kNames = {
      {{"present", Condition::kPresent},
       {"targetpresent", Condition::kPresent},
       {"tp", Condition::kPresent},
       {"pres", Condition::kPresent},
       {"anwesend", Condition::kPresent},
       {"absent", Condition::kAbsent},
       {"targetabsent", Condition::kAbsent},
       {"ta", Condition::kAbsent},
       {"abs", Condition::kAbsent},
       {"abwesend", Condition::kAbsent},
       {"free", Condition::kFree},
       {"freeview", Condition::kFree},
       {"freeviewing", Condition::kFree},
       {"fv", Condition::kFree},
       {"none", Condition::kFree}}};
  const auto found = std::ranges::find(kNames, letters, &decltype(kNames)::value_type::first);
  if (found == kNames.end()) return std::nullopt;
  return found->second;
}

TrialInImage ToImage(const TrialInDisplay& trial) {
  return ConvertTrial<Frame::kImage>(
      trial, [](const auto& value) { return ToImage(value); }, trial.viewing);
}

TrialInDisplay ToDisplay(const TrialInImage& trial) {
  return ConvertTrial<Frame::kDisplay>(
      trial, [](const auto& value) { return ToDisplay(value); }, std::nullopt);
}

TrialInImage ToImage(const TrialOnScreen& trial) {
  return ConvertTrial<Frame::kImage>(
      trial, [&](const auto& value) { return trial.viewing->ToImage(value); }, trial.viewing);
}

TrialOnScreen ToScreen(const TrialInImage& trial) {
  if (!trial.viewing) return SameOnScreen(trial, kImageSize);
  return ConvertTrial<Frame::kScreen>(
      trial, [&](const auto& value) { return trial.viewing->ToScreen(value); }, trial.viewing);
}

TrialOnScreen ToScreen(const TrialInDisplay& trial) { return SameOnScreen(trial, kDisplaySize); }

}  // namespace saccade
