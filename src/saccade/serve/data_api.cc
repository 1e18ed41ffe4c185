#include "saccade/serve/data_api.h"

#include <map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/scene/trial_file.h"
#include "saccade/serve/parameters.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/played_search.h"

namespace saccade::serve {
namespace {

constexpr std::size_t kPeopleColor = 5;  // the blue that people have in every report

PlayedTrack TrackOf(const TrialInImage& trial) {
  PlayedTrack track{.who = fmt::format("Person {}", trial.subject), .scanpath = trial.scanpath};
  if (const auto first = FirstOnTarget(trial)) {
    track.found = true;
    track.scanpath.resize(static_cast<std::size_t>(*first));
  }
  return track;
}

}  // namespace

DataApi::DataApi(const std::filesystem::path& folder) {
  const DataFolder data = FindData(folder);
  if (data.images.empty()) {
    throw InputError(folder, "", "holds no pictures (images or images_512x320) to show");
  }
  images_ = data.images;
  std::map<std::pair<std::string, std::string>, std::vector<TrialInImage>> by_pair;
  for (const auto& [split, file] : data.fixations) {
    for (TrialInImage& trial : ReadTrialsInImage(file)) {
      if (!trial.scanpath.empty()) {
        by_pair[{trial.task, trial.name}].push_back(std::move(trial));
      }
    }
  }
  for (auto& [pair, trials] : by_pair) {
    searches_.push_back({pair.first, pair.second, std::move(trials)});
  }
}

const DataApi::PeoplesSearch& DataApi::At(const Query& query) const {
  CheckNames(query, {"place"});
  if (searches_.empty()) throw InputError("no data set is served; start with --data FOLDER");
  const auto last = static_cast<std::int64_t>(searches_.size()) - 1;
  return searches_[static_cast<std::size_t>(Number(query, "place", 0, {0, last}))];
}

Answer DataApi::Search(const Query& query) const {
  const PeoplesSearch& search = At(query);
  PlayedRow people{
      .name = "people", .kind = PlayedRow::Kind::kPeople, .color = ScanpathColor(kPeopleColor)};
  for (const TrialInImage& trial : search.trials) people.tracks.push_back(TrackOf(trial));
  PlayedSearch played{.task = search.task, .name = search.name, .picture = ""};
  if (const auto& box = search.trials.front().target) played.targets = {*box};
  played.rows = {std::move(people)};
  return {.body = PlayJson({ToJson(played, nullptr)}, {}).dump()};
}

Answer DataApi::Picture(const Query& query) const {
  const PeoplesSearch& search = At(query);
  const auto file = FindPicture(images_, search.task, search.name);
  if (!file) throw InputError(search.name, "", "is not among the data set's pictures");
  return {.type = "image/jpeg", .body = EncodeJpeg(FitToImage(ReadPicture(*file)))};
}

}  // namespace saccade::serve
