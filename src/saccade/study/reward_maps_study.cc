#include "saccade/study/reward_maps_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/learn/run_folder.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/grid_map.h"
#include "saccade/study/reward_examples.h"
#include "saccade/study/reward_recovery.h"
#include "saccade/study/study_data.h"
#include "saccade/study/study_page.h"
#include "saccade/synth/data_set_files.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kOfEachKind = 4;             // pictures
constexpr float kLow = -4, kHigh = 5;      // of every map's colours, nats over a uniform guess
constexpr const char* kCellName = "maps";  // the only cell

// A reward as the probability that it gives the next fixation: log softmax + log 640, so that maps
// of different searches, and true and learned ones, share one scale.
std::vector<double> NatsOverUniform(std::vector<double> reward) {
  const double most = std::ranges::max(reward);
  double sum = 0;
  for (const double value : reward) sum += std::exp(value - most);
  const double zero = most + std::log(sum) - std::log(Grid::kCells);
  for (double& value : reward) value = std::round((value - zero) * 1000) / 1000;
  return reward;
}

// One picture and one target.
Json MapOf(const ScanpathModel& model, Search search, int task,
           const std::vector<synth::Searcher>& searchers, bool searched) {
  search.task = task;
  const std::vector<Cell> start = {Grid::Center()};
  const std::vector<double> learned = model.RewardMap(search, start);
  Json map = {{"target", kTaskNames[task]}, {"learned", NatsOverUniform(learned)}};
  if (searched && search.target) {
    std::vector<int> cells;
    CellsOverlapping(*search.target).ForEach([&](int cell) { cells.push_back(cell); });
    map["box"] = cells;
  }
  if (searchers.empty()) return map;
  const std::vector<double> truth = MeanTrueReward(search, searchers);
  map["true"] = NatsOverUniform(truth);
  map["rank_correlation"] = RankCorrelation(learned, truth);
  return map;
}

// The first pictures, by name, that are searched for two targets.
std::vector<std::pair<const Search*, const Search*>> SearchedTwice(
    const std::vector<Search>& searches) {
  std::map<std::string, std::vector<const Search*>> by_name;
  for (const Search& search : searches) by_name[search.name].push_back(&search);
  std::vector<std::pair<const Search*, const Search*>> twice;
  for (const auto& [name, own] : by_name) {
    if (own.size() > 1 && twice.size() < kOfEachKind) twice.emplace_back(own[0], own[1]);
  }
  return twice;
}

Json Maps(const StudyOptions& options, StudyData& data) {
  const auto model = OpenModel(options.Model().folder, options.inputs);
  const std::vector<Search>& searches = data.Searches();
  const auto examples = RewardExamples(*model, searches, kOfEachKind);
  if (examples.empty()) {
    throw InputError(model->name() + " has learned no reward, or no picture shows two of the " +
                     "targets; give a model of saccade train irl");
  }
  std::vector<synth::Searcher> searchers;
  if (!options.truth.empty()) searchers = synth::ReadSearchers(options.truth);
  Json pictures = Json::array();
  for (const auto& [one, other] : SearchedTwice(searches)) {
    pictures.push_back({{"picture", one->name},
                        {"kind", "searched twice"},
                        {"maps",
                         {MapOf(*model, *one, one->task, searchers, true),
                          MapOf(*model, *other, other->task, searchers, true)}}});
  }
  for (const RewardExample& example : examples) {
    const Search& search = *std::ranges::find(searches, example.picture, &Search::name);
    Json maps = Json::array();
    for (const RewardExample::Map& map : example.maps) {
      const int task = *TaskIndex(map.task);
      maps.push_back(MapOf(*model, search, task, searchers, task == search.task));
    }
    pictures.push_back({{"picture", example.picture}, {"kind", "two are seen"}, {"maps", maps}});
  }
  return pictures;
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  const auto source = OpenRowSource(options.Model().folder, {});
  if (!source->Searches()) throw InputError("--model: " + options.Model().name + " is no model");
  const auto data = std::make_shared<StudyData>(options);
  StudyCell cell;
  cell.name = kCellName;
  cell.kind = "reward maps";
  cell.inputs = {{"validation", FileJson(options.validation)},
                 {"beliefs", FileJson(options.beliefs.front())},
                 {"model", source->Identity()}};
  if (!options.truth.empty()) cell.inputs["truth"] = FileJson(options.truth);
  cell.estimate_seconds = 5;
  cell.compute = [=](const std::filesystem::path&, const FindCell&) {
    return Maps(options, *data);
  };
  return {cell};
}

std::vector<double> Numbers(const Json& list) { return list.get<std::vector<double>>(); }

GridMap Drawn(const Json& map, const char* which, const std::string& heading) {
  const std::vector<double> values = Numbers(map.at(which));
  GridMap drawn{.title = heading,
                .heading = heading,
                .columns = Grid::kColumns,
                .rows = Grid::kRows,
                .values = {values.begin(), values.end()}};
  drawn.low = kLow, drawn.high = kHigh;
  drawn.low_label = fmt::format("{} nats", kLow), drawn.high_label = fmt::format("{}", kHigh);
  drawn.cell = 8;
  if (map.contains("box")) {
    drawn.outlined.resize(Grid::kCells);
    for (const int cell : map.at("box")) drawn.outlined[static_cast<std::size_t>(cell)] = true;
  }
  return drawn;
}

// A row for each picture: two searches, each learned and, where it is known, true.
Graphic FigureOf(const Json& pictures, const std::filesystem::path& images) {
  std::vector<Graphic> maps;
  std::size_t columns = 0;
  for (const Json& picture : pictures) {
    const std::size_t before = maps.size();
    for (const Json& map : picture.at("maps")) {
      const std::string target = map.at("target");
      GridMap learned = Drawn(map, "learned", target + ", learned");
      if (!images.empty()) {
        const auto file = FindPicture(images, target, picture.at("picture"));
        if (!file)
          throw InputError(images, "", "holds no picture {}", picture.at("picture").dump());
        learned.picture = FitToImage(ReadPicture(*file));
      }
      maps.push_back(GridMapGraphic(learned));
      if (map.contains("true")) {
        maps.push_back(GridMapGraphic(Drawn(map, "true", target + ", true")));
      }
    }
    columns = maps.size() - before;
  }
  Graphic figure = Tiled(maps, columns, 16);
  figure.title = "The reward of two searches in one picture";
  return figure;
}

// How much of the softmax of the map lies on cells.
double ShareOn(const std::vector<double>& nats, const Json& cells) {
  double share = 0;
  for (const int cell : cells) share += std::exp(nats[static_cast<std::size_t>(cell)]);
  return share / Grid::kCells;
}

Table TableOf(const Json& pictures) {
  Table table;
  table.title = {"The maps in numbers"};
  table.columns = {{"picture"},
                   {"chosen as"},
                   {"target"},
                   {"range, nats", 2},
                   {"of it on the target's box", 2},
                   {"rank correlation with the true reward", 2}};
  for (const Json& picture : pictures) {
    for (const Json& map : picture.at("maps")) {
      const std::vector<double> nats = Numbers(map.at("learned"));
      const auto [low, high] = std::ranges::minmax(nats);
      std::vector<TableCell> row = {picture.at("picture").get<std::string>(),
                                    picture.at("kind").get<std::string>(),
                                    map.at("target").get<std::string>(), high - low};
      row.push_back(map.contains("box") ? TableCell(ShareOn(nats, map.at("box"))) : TableCell());
      row.push_back(map.contains("rank_correlation")
                        ? TableCell(map.at("rank_correlation").get<double>())
                        : TableCell());
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Json pictures = experiment.Read(kCellName).result;
  const Table table = TableOf(pictures);
  StudyPage page{.name = "reward-maps",
                 .title = "What the same place is worth to two searches",
                 .claim =
                     "The paper's Fig. 6: the learned reward of looking at each cell at the start "
                     "of a search, for two targets in one picture."};
  page.parts.push_back(
      {.heading = "Maps",
       .text = fmt::format(
           "Chosen by rule: the first {0} pictures, by name, that are searched for two targets "
           "(\"searched twice\"), then the {0} in which the parser shows two of the 18 targets "
           "most clearly, no two targets twice (\"two are seen\"). A map is the logarithm of the "
           "softmax of the reward at temperature 1 over a uniform guess. All have one scale, {1} "
           "to {2} nats; what is beyond has the colour of its end. Outlined: the box of the target "
           "that people searched for.",
           kOfEachKind, kLow, kHigh),
       .tables = {table},
       .figures = {{"reward-maps", "Reward maps of two searches in one picture each",
                    FigureOf(pictures, {})}}});
  if (!options.images.empty()) {
    page.parts.back().figures.push_back({"reward-maps-pictures", "The same over the pictures",
                                         FigureOf(pictures, options.images), false});
  }
  page.cost = CostText(experiment);
  page.json = {{"rows", pictures}};
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {table},
          .files = "reward-maps.md, .json, reward-maps.svg and .pdf"};
}

}  // namespace

Study RewardMapsStudy() {
  return {.name = "reward-maps",
          .summary = "The paper's Fig. 6: the reward of two searches in one picture",
          .example =
              "  saccade experiment reward-maps --validation valid.json --beliefs "
              "pictures.beliefs \\\n      --model models/coco-search18-irl --images pictures "
              "--out reward-maps",
          .uses = kUsesOneModel | kUsesPictures | kUsesTruth | kWritesPage,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
