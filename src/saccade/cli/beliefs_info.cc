#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "saccade/app/beliefs.h"
#include "saccade/beliefs/belief_drawing.h"
#include "saccade/cli/beliefs.h"
#include "saccade/cli/table.h"

namespace saccade::cli {
namespace {

struct InfoCommand {
  std::string store;
  bool all_classes = false;
  bool names = false;
  JsonOutput json;
};

void Print(const BeliefStore& store, const StoreStatistics& statistics, bool all_classes) {
  Table general;
  general.title = {store.path().string()};
  general.columns = {{"property"}, {"value"}};
  const auto add = [&](const std::string& name, const std::string& value) {
    general.rows.push_back({name, value});
  };
  const double pictures = std::max<double>(1, static_cast<double>(store.size()));
  add("pictures", fmt::format("{}", store.size()));
  add("size",
      fmt::format("{:.2f} MB, {:.0f} bytes a picture", static_cast<double>(store.bytes()) / 1e6,
                  static_cast<double>(store.bytes()) / pictures));
  add("values", std::string(app::ValuesName(store.values())));
  add("saliency", store.has_saliency() ? "yes" : "no");
  add("classes a cell", fmt::format("{:.3f} sharp, {:.3f} blurred",
                                    app::PerCell(statistics.sharp.classes, statistics),
                                    app::PerCell(statistics.blurred.classes, statistics)));
  add("cells without class",
      fmt::format("{:.1f}% sharp, {:.1f}% blurred",
                  100 * app::PerCell(statistics.sharp.empty_cells, statistics),
                  100 * app::PerCell(statistics.blurred.empty_cells, statistics)));
  add("cells that a fixation can change",
      fmt::format("{:.1f}%", 100 * app::PerCell(statistics.differing_cells, statistics)));
  for (const auto& [key, value] : store.notes()) add(key, value);
  PrintTable(general);

  std::vector<int> channels = app::ChannelsByUse(statistics);
  constexpr std::size_t kShown = 12;
  const std::size_t total = channels.size();
  if (!all_classes && total > kShown) channels.resize(kShown);
  Table classes;
  classes.title = {channels.size() == total
                       ? fmt::format("{} classes occur", total)
                       : fmt::format("{} classes occur; the first {} (--classes shows all)", total,
                                     channels.size())};
  classes.columns = {{"channel"}, {"class"},       {"pictures sharp"},
                     {"blurred"}, {"cells sharp"}, {"blurred"}};
  for (const int channel : channels) {
    classes.rows.push_back({channel, ChannelName(channel), statistics.sharp.pictures[channel],
                            statistics.blurred.pictures[channel], statistics.sharp.cells[channel],
                            statistics.blurred.cells[channel]});
  }
  fmt::print("\n");
  PrintTable(classes);
}

void Run(const InfoCommand& command) {
  const BeliefStore store = BeliefStore::Open(command.store);
  if (command.names) {
    for (std::size_t i = 0; i < store.size(); ++i) fmt::print("{}\n", store.name(i));
    return;
  }
  const StoreStatistics statistics = MeasureStore(store);
  if (!WriteJson(command.json, app::ToJson(store, statistics))) {
    Print(store, statistics, command.all_classes);
  }
}

}  // namespace

void AddBeliefsInfo(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app = beliefs.add_subcommand("info", "Say what a belief store holds");
  app->footer("Example:\n  saccade beliefs info s.beliefs");
  const auto command = std::make_shared<InfoCommand>();
  app->add_option("store", command->store, "The store")->required()->type_name("FILE");
  app->add_flag("--classes", command->all_classes, "List every class that occurs");
  app->add_flag("--names", command->names,
                "Print the pictures' names, one a line, and nothing else");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
