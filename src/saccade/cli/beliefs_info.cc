#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "saccade/beliefs/belief_drawing.h"
#include "saccade/beliefs/store_statistics.h"
#include "saccade/cli/beliefs.h"
#include "saccade/cli/table.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InfoCommand {
  std::string store;
  bool all_classes = false;
  bool names = false;
  JsonOutput json;
};

std::string_view ValuesName(BeliefValues values) {
  return values == BeliefValues::kByte ? "byte" : "half";
}

double PerCell(std::size_t count, const StoreStatistics& statistics) {
  const std::size_t cells = statistics.pictures * Grid::kCells;
  return cells == 0 ? 0 : static_cast<double>(count) / static_cast<double>(cells);
}

// Channels that occur, those in most pictures first.
std::vector<int> ChannelsByUse(const StoreStatistics& statistics) {
  std::vector<int> channels;
  for (int channel = 0; channel < kBeliefChannels; ++channel) {
    if (statistics.sharp.cells[channel] + statistics.blurred.cells[channel] > 0) {
      channels.push_back(channel);
    }
  }
  std::ranges::stable_sort(channels, std::greater<>(), [&](int channel) {
    return statistics.sharp.pictures[channel] + statistics.blurred.pictures[channel];
  });
  return channels;
}

Json ToJson(const BeliefStore& store, const StoreStatistics& statistics) {
  Json notes = Json::object();
  for (const auto& [key, value] : store.notes()) notes[key] = value;
  Json classes = Json::array();
  for (const int channel : ChannelsByUse(statistics)) {
    classes.push_back({{"channel", channel},
                       {"name", ChannelName(channel)},
                       {"pictures_sharp", statistics.sharp.pictures[channel]},
                       {"pictures_blurred", statistics.blurred.pictures[channel]},
                       {"cells_sharp", statistics.sharp.cells[channel]},
                       {"cells_blurred", statistics.blurred.cells[channel]}});
  }
  return {{"store", store.path().string()},
          {"pictures", store.size()},
          {"bytes", store.bytes()},
          {"values", ValuesName(store.values())},
          {"saliency", store.has_saliency()},
          {"channels_per_cell_sharp", PerCell(statistics.sharp.classes, statistics)},
          {"channels_per_cell_blurred", PerCell(statistics.blurred.classes, statistics)},
          {"empty_cells_sharp", PerCell(statistics.sharp.empty_cells, statistics)},
          {"empty_cells_blurred", PerCell(statistics.blurred.empty_cells, statistics)},
          {"differing_cells", PerCell(statistics.differing_cells, statistics)},
          {"notes", notes},
          {"classes", classes}};
}

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
  add("values", std::string(ValuesName(store.values())));
  add("saliency", store.has_saliency() ? "yes" : "no");
  add("classes a cell",
      fmt::format("{:.3f} sharp, {:.3f} blurred", PerCell(statistics.sharp.classes, statistics),
                  PerCell(statistics.blurred.classes, statistics)));
  add("cells without class",
      fmt::format("{:.1f}% sharp, {:.1f}% blurred",
                  100 * PerCell(statistics.sharp.empty_cells, statistics),
                  100 * PerCell(statistics.blurred.empty_cells, statistics)));
  add("cells that a fixation can change",
      fmt::format("{:.1f}%", 100 * PerCell(statistics.differing_cells, statistics)));
  for (const auto& [key, value] : store.notes()) add(key, value);
  PrintTable(general);

  std::vector<int> channels = ChannelsByUse(statistics);
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
  if (!WriteJson(command.json, ToJson(store, statistics))) {
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
