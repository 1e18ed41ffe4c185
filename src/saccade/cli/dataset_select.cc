#include <fmt/format.h>

#include <map>
#include <memory>
#include <vector>

#include "saccade/base/log.h"
#include "saccade/cli/dataset.h"
#include "saccade/cli/table.h"
#include "saccade/scene/select.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SelectCommand {
  std::vector<std::string> coco;
  std::string classifier_scores;
  SelectOptions selecting;
  JsonOutput json;
};

Json ToJson(const SelectedPicture& picture) {
  Json json = {{"task", picture.task}, {"name", picture.name}, {"image_id", picture.image_id}};
  if (picture.target) {
    json["bbox"] = {picture.target->x, picture.target->y, picture.target->width,
                    picture.target->height};
  }
  return json;
}

Json ToJson(const std::vector<SelectedPicture>& pictures) {
  Json json = Json::array();
  for (const SelectedPicture& picture : pictures) json.push_back(ToJson(picture));
  return json;
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

void Print(const Selection& selection) {
  Table criteria;
  criteria.title = {
      "Pairs of a category and a picture that shows it, by the first criterion failed"};
  criteria.columns = {{"criterion"}, {"removed"}, {"left"}};
  std::size_t left = selection.candidates;
  criteria.rows.push_back({"(all)", std::nullopt, left});
  for (int i = 0; i < kCriteria; ++i) {
    left -= selection.removed[i];
    criteria.rows.push_back({KeyOf(static_cast<Criterion>(i)), selection.removed[i], left});
  }
  PrintTable(criteria);

  std::map<std::string, std::pair<int, int>> counts;
  for (const SelectedPicture& picture : selection.target_present) ++counts[picture.task].first;
  for (const SelectedPicture& picture : selection.target_absent) ++counts[picture.task].second;
  Table categories;
  categories.title = {"Pictures selected"};
  categories.columns = {{"target"}, {"target-present"}, {"target-absent"}};
  for (const auto& [task, count] : counts) {
    categories.rows.push_back({task, count.first, count.second});
  }
  categories.rows.push_back(
      {"total", selection.target_present.size(), selection.target_absent.size()});
  fmt::print("\n");
  PrintTable(categories);
}

void Run(const SelectCommand& command, std::uint64_t seed) {
  std::vector<CocoInstances> files;
  for (const std::string& path : command.coco) files.push_back(ReadCocoInstances(path));
  SelectOptions options = command.selecting;
  options.seed = seed;
  if (!command.classifier_scores.empty()) {
    options.classifier_scores = ReadClassifierScores(command.classifier_scores);
  }
  const Selection selection = SelectPictures(MergeCocoInstances(std::move(files)), options);
  for (const auto& [task, missing] : selection.target_absent_missing) {
    LogWarning("{}: {} target-absent pictures fewer than target-present ones", task, missing);
  }
  if (!WriteJson(command.json, ToJson(selection))) Print(selection);
}

void AddSelectionOptions(CLI::App& app, SelectOptions& options) {
  app.add_option_function<std::string>(
         "--area",
         [&options](const std::string& name) {
           options.area =
               name == "picture" ? SelectOptions::Area::kPicture : SelectOptions::Area::kDisplay;
         },
         "What the target's 1% to 10% are taken of: the 1680x1050 display with its padding, or the "
         "bare picture")
      ->check(CLI::IsMember({"display", "picture"}))
      ->default_str("display");
  app.add_option("--min-pictures", options.min_pictures,
                 "Leave out categories with fewer pictures (default: 100, but the 18 targets of "
                 "COCO-Search18 stay)")
      ->check(CLI::Range(0, 10000000))
      ->type_name("N");
  app.add_option("--max-pictures", options.max_pictures,
                 "Draw this many pictures a category at most, with --seed (default: all)")
      ->check(CLI::Range(0, 10000000))
      ->type_name("N");
  app.add_option("--category", options.categories,
                 "Search for these categories only; several with commas (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME");
}

}  // namespace

void AddDatasetSelect(CLI::App& dataset, Invocation& invocation) {
  CLI::App* app =
      dataset.add_subcommand("select", "Choose search pictures from COCO by the paper's criteria");
  app->footer(
      "Example:\n"
      "  saccade dataset select --coco instances_train2017.json --coco instances_val2017.json "
      "--json pictures.json");
  const auto command = std::make_shared<SelectCommand>();
  app->add_option("--coco", command->coco, "COCO instances JSON; may be given several times")
      ->required()
      ->allow_extra_args(false)
      ->type_name("FILE");
  AddSelectionOptions(*app, command->selecting);
  app->add_option(
         "--classifier-scores", command->classifier_scores,
         "JSON list of {image_id, category_id, score}; keeps targets with a score over .99")
      ->type_name("FILE");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation.seed); };
  });
}

}  // namespace saccade::cli
