#include "saccade/app/dataset_select.h"

#include <nlohmann/json.hpp>

#include "saccade/base/log.h"
#include "saccade/base/options.h"

namespace saccade::app {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const std::vector<SelectedPicture>& pictures) {
  Json json = Json::array();
  for (const SelectedPicture& picture : pictures) {
    json.push_back(
        {{"task", picture.task}, {"name", picture.name}, {"image_id", picture.image_id}});
    if (!picture.target) continue;
    const BoxInPhoto& box = *picture.target;
    json.back()["bbox"] = {box.x, box.y, box.width, box.height};
  }
  return json;
}

}  // namespace

OptionList OptionsOf(SelectDatasetOptions& o) {
  SelectOptions& selecting = o.selecting;
  OptionList rules;
  rules
      .Add("area", selecting.area, {"display", "picture"},
           "What the target's 1% to 10% are taken of: the 1680x1050 display with its padding, or "
           "the bare picture")
      .Add("min-pictures", selecting.min_pictures, {0},
           "Leave out categories with fewer pictures (default: 100, but the 18 targets of "
           "COCO-Search18 stay)")
      .Add("max-pictures", selecting.max_pictures, {0},
           "Draw this many pictures a category at most, with --seed (default: all)")
      .Add("category", WordsOf(selecting.categories),
           "Search for these categories only; several with commas (default: all)", "NAME")
      .Omit()  // scores: read from a file
      .Add("classifier-threshold", selecting.classifier_threshold, {0, 1},
           "With --classifier-scores: keep targets with a higher one")
      .Add("seed", selecting.seed, {}, "Of pictures drawn at random");
  OptionList list;
  list.Add("coco", TextsOf(o.coco), "COCO instances JSON; may be given several times", "FILE")
      .Add("classifier-scores", TextOf(o.classifier_scores),
           "JSON list of {image_id, category_id, score}", "FILE")
      .Add(rules)
      .Omit();
  return list;
}

Selection SelectDataset(const SelectDatasetOptions& options) {
  const WatchScope scope(options.watch);
  std::vector<CocoInstances> files;
  for (const std::filesystem::path& path : options.coco) files.push_back(ReadCocoInstances(path));
  SelectOptions selecting = options.selecting;
  if (!options.classifier_scores.empty()) {
    selecting.classifier_scores = ReadClassifierScores(options.classifier_scores);
  }
  Selection selection = SelectPictures(MergeCocoInstances(std::move(files)), selecting);
  for (const auto& [task, missing] : selection.target_absent_missing) {
    LogWarning("{}: {} target-absent pictures fewer than target-present ones", task, missing);
  }
  return selection;
}

Json ToJson(const Selection& selection) {
  Json removed;
  for (int i = 0; i < kCriteria; ++i) {
    removed[std::string(KeyOf(static_cast<Criterion>(i)))] = selection.removed[i];
  }
  return {{"target_present", ToJson(selection.target_present)},
          {"target_absent", ToJson(selection.target_absent)},
          {"removed", removed}};
}

}  // namespace saccade::app
