#include "saccade/app/dataset_select.h"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "saccade/cli/dataset.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/table.h"

namespace saccade::cli {
namespace {

struct SelectCommand {
  app::SelectDatasetOptions options;
  JsonOutput json;
};

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

}  // namespace

void AddDatasetSelect(CLI::App& dataset, Invocation& invocation) {
  CLI::App* command =
      dataset.add_subcommand("select", "Choose search pictures from COCO by the paper's criteria");
  command->footer(
      "Example:\n"
      "  saccade dataset select --coco instances_train2017.json --coco instances_val2017.json \\\n"
      "      --json pictures.json  # needs COCO's annotations");
  const auto call = std::make_shared<SelectCommand>();
  OptionList options = OptionsOf(call->options);
  options.Drop({"seed"});
  AddOption(*command, options.Take("coco"))->required()->allow_extra_args(false);
  AddOptions(*command, options);
  AddJsonOption(*command, call->json);
  command->callback([call, &invocation] {
    invocation.run = [call, &invocation] {
      call->options.selecting.seed = invocation.seed;
      const Selection selection = app::SelectDataset(call->options);
      if (!WriteJson(call->json, app::ToJson(selection))) Print(selection);
    };
  });
}

}  // namespace saccade::cli
