#include "saccade/app/placement.h"

#include <cmath>
#include <map>
#include <string_view>

namespace saccade::app {
namespace {

bool HasOtherAspect(const BoxOnScreen& a, const BoxOnScreen& b) {
  constexpr double kSame = .01;
  return std::abs(a.width * b.height / (a.height * b.width) - 1) > kSame;
}

void Move(const Viewing& from, const Viewing& to, TrialInImage& trial) {
  const BoxOnScreen here = from.Area(), there = to.Area();
  for (FixationInImage& fixation : trial.scanpath) {
    const PointOnScreen p = from.ToScreen(fixation.point);
    fixation.point =
        to.ToImage(PointOnScreen{there.x + (p.x - here.x) / here.width * there.width,
                                 there.y + (p.y - here.y) / here.height * there.height});
  }
  trial.viewing = to;
}

}  // namespace

std::size_t PlaceAsPeople(std::span<const TrialInImage> people,
                          std::vector<TrialInImage>& predictions) {
  std::map<std::string_view, const Viewing*> shown;
  for (const TrialInImage& person : people) {
    if (person.viewing && person.viewing->picture) shown.try_emplace(person.name, &*person.viewing);
  }
  std::size_t moved = 0;
  for (TrialInImage& prediction : predictions) {
    if (!prediction.viewing || !prediction.viewing->picture) continue;
    const auto found = shown.find(prediction.name);
    if (found == shown.end()) continue;
    if (!HasOtherAspect(prediction.viewing->Area(), found->second->Area())) continue;
    Move(Viewing(*prediction.viewing), *found->second, prediction);
    ++moved;
  }
  return moved;
}

}  // namespace saccade::app
