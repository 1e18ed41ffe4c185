#include "saccade/study/context_map_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/learn/run_folder.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/study/context_map.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/grid_map.h"
#include "saccade/study/study_data.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kFewest = 5;  // pictures with a class that a test is made of
constexpr double kFound = .05;
constexpr std::size_t kShown = 20;  // rows of the table

// The three of the paper's figure, and one that the embedded data was built with.
struct Pair {
  const char *target, *channel, *claim;
};
constexpr Pair kPublished[] = {{"microwave", "dining table", "to the top of the table"},
                               {"microwave", "refrigerator", "to the top of the refrigerator"},
                               {"mouse", "keyboard", "to the right of the keyboard"},
                               {"microwave", "counter", ""}};

std::string CellOfTask(int task) { return FolderName(fmt::format("map {}", kTaskNames[task])); }

// Five digits are more than a colour shows.
Json Rounded(std::span<const double> values) {
  Json list = Json::array();
  for (const double value : values) {
    if (std::isfinite(value)) {
      list.push_back(std::round(value * 1e5) / 1e5);
    } else {
      list.push_back(nullptr);
    }
  }
  return list;
}

std::vector<float> Values(const Json& list) {
  std::vector<float> values;
  for (const Json& value : list) {
    values.push_back(value.is_null() ? std::numeric_limits<float>::quiet_NaN()
                                     : value.get<float>());
  }
  return values;
}

// The picture whose map the class changes most, of those of an ordinary object: the example.
const ContextMap& Strongest(const std::vector<ContextMap>& maps) {
  return *std::ranges::max_element(maps, {}, [](const ContextMap& map) {
    double moved = 0;
    for (const double d : map.difference) moved += std::abs(d);
    return moved;
  });
}

Json ToJson(int channel, const std::vector<ContextMap>& maps, std::uint64_t seed) {
  const MeanContextMap mean = MeanOf(maps, seed);
  const ContextMap& example = Strongest(maps);
  std::vector<int> cells;
  example.object.cells.ForEach([&](int cell) { cells.push_back(cell); });
  return {{"class", Categories()[channel].name},
          {"pictures", mean.pictures},
          {"moved", mean.moved},
          {"near", mean.near},
          {"near_elsewhere", mean.near_elsewhere},
          {"near_p", mean.near_p},
          {"above", mean.above},
          {"above_p", mean.above_p},
          {"right", mean.right},
          {"right_p", mean.right_p},
          {"frame", Rounded(mean.frame)},
          {"example",
           {{"picture", example.picture},
            {"difference", Rounded(example.difference)},
            {"object", cells}}}};
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  const auto source = OpenRowSource(options.Model().folder, {});
  if (!source->Searches()) throw InputError("--model: " + options.Model().name + " is no model");
  const auto data = std::make_shared<StudyData>(options);
  std::vector<StudyCell> cells;
  for (const std::string& name : data->Scored().humans.tasks) {
    const int task = *TaskIndex(name);
    StudyCell& cell = cells.emplace_back();
    cell.name = CellOfTask(task);
    cell.kind = "context map";
    cell.inputs = {{"validation", FileJson(options.validation)},
                   {"beliefs", FileJson(options.beliefs.front())},
                   {"model", source->Identity()},
                   {"seed", options.seed},
                   {"task", name}};
    cell.estimate_seconds = 2;
    cell.compute = [=](const std::filesystem::path&, const FindCell&) {
      const auto model = OpenModel(options.Model().folder, options.inputs);
      std::vector<Search> searches;
      for (const Search& search : data->Searches()) {
        if (search.task == task) searches.push_back(search);
      }
      Json classes = Json::array();
      for (int channel = 0; channel < kBeliefChannels; ++channel) {
        if (channel == ChannelOfTask(task)) continue;
        const auto maps = ContextMaps(*model, searches, channel);
        if (!maps.empty()) classes.push_back(ToJson(channel, maps, options.seed));
      }
      return Json{{"task", name}, {"classes", classes}};
    };
  }
  return cells;
}

// One target and class with all that was found.
struct Found {
  std::string target;
  Json map;
  double rate = 1;  // false discovery rate of the smallest of its three p-values, Bonferroni in it
};

std::vector<Found> FoundIn(const Experiment& experiment) {
  std::vector<Found> all;
  std::vector<double> p;
  std::vector<std::size_t> tested;
  for (const StudyCell& cell : experiment.cells()) {
    const Json result = experiment.Read(cell.name).result;
    for (const Json& map : result.at("classes")) {
      all.push_back({result.at("task"), map});
      if (map.at("pictures").get<std::size_t>() < kFewest) continue;
      tested.push_back(all.size() - 1);
      p.push_back(std::min(
          1.0, 3 * std::min({map.at("near_p").get<double>(), map.at("above_p").get<double>(),
                             map.at("right_p").get<double>()})));
    }
  }
  const auto rates = metrics::FalseDiscoveryRates(p);
  for (std::size_t i = 0; i < tested.size(); ++i) all[tested[i]].rate = rates[i];
  return all;
}

Table TableOf(const std::string& title) {
  Table table;
  table.title = {title};
  table.columns = {{"target"},      {"class"},
                   {"pictures"},    {"moved, %", 1},
                   {"on it, %", 2}, {"elsewhere, %", 2},
                   {"p", 4},        {"above - below, %", 2},
                   {"p", 4},        {"right - left, %", 2},
                   {"p", 4},        {"false discovery rate", 3}};
  return table;
}

std::vector<TableCell> RowOf(const Found& found) {
  const auto number = [&](const char* key) { return found.map.at(key).get<double>(); };
  return {found.target,
          found.map.at("class").get<std::string>(),
          found.map.at("pictures").get<std::size_t>(),
          100 * number("moved"),
          100 * number("near"),
          100 * number("near_elsewhere"),
          number("near_p"),
          100 * number("above"),
          number("above_p"),
          100 * number("right"),
          number("right_p"),
          found.rate};
}

Table PublishedTable(const std::vector<Found>& all) {
  Table table = TableOf("The paper's three pairs, and the counter");
  table.columns.push_back({"the paper: gaze is guided"});
  for (const Pair& pair : kPublished) {
    for (const Found& found : all) {
      if (found.target != pair.target || found.map.at("class") != pair.channel) continue;
      table.rows.push_back(RowOf(found));
      table.rows.back().emplace_back(*pair.claim == 0 ? TableCell() : TableCell(pair.claim));
    }
  }
  return table;
}

// Those that stand, then the strongest of the rest.
std::vector<const Found*> Foremost(const std::vector<Found>& all) {
  std::vector<const Found*> list;
  for (const Found& found : all) {
    if (found.map.at("pictures").get<std::size_t>() >= kFewest) list.push_back(&found);
  }
  std::ranges::stable_sort(list, std::greater(), [](const Found* found) {
    return std::pair(found->rate < kFound, found->map.at("moved").get<double>());
  });
  if (list.size() > kShown) list.resize(kShown);
  return list;
}

float Largest(std::span<const float> values) {
  float largest = 0;
  for (const float value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return largest;
}

GridMap Signed(std::string heading, int columns, int rows, std::vector<float> values) {
  const float largest = Largest(values);
  return {.title = "Context maps",
          .heading = std::move(heading),
          .columns = columns,
          .rows = rows,
          .values = std::move(values),
          .low = -largest,
          .high = largest,
          .low_label = fmt::format("-{:.2g}%", 100 * largest),
          .high_label = fmt::format("+{:.2g}%", 100 * largest)};
}

// Left one picture, right the mean around the object.
Graphic PairFigure(const Found& found, const std::filesystem::path& images) {
  const std::string channel = found.map.at("class");
  const Json& example = found.map.at("example");
  GridMap one = Signed(fmt::format("{} search: {}, one picture", found.target, channel),
                       Grid::kColumns, Grid::kRows, Values(example.at("difference")));
  one.outlined.resize(Grid::kCells);
  for (const Json& cell : example.at("object")) one.outlined[cell.get<std::size_t>()] = true;
  if (!images.empty()) {
    const std::string name = example.at("picture");
    const auto file = FindPicture(images, found.target, name);
    if (!file) throw InputError(images, "", "holds no picture {}", name);
    one.picture = FitToImage(ReadPicture(*file));
  }
  GridMap mean = Signed(
      fmt::format("around the {}, mean of n = {}", channel, found.map.at("pictures").get<int>()),
      kFrameColumns, kFrameRows, Values(found.map.at("frame")));
  mean.cross = true;
  return Tiled({GridMapGraphic(one), GridMapGraphic(mean)}, 2, 24);
}

Graphic FiguresOf(const std::vector<const Found*>& list, const std::filesystem::path& images) {
  std::vector<Graphic> figures;
  for (const Found* found : list) figures.push_back(PairFigure(*found, images));
  return Tiled(figures, 1, 16);
}

std::vector<const Found*> PublishedOf(const std::vector<Found>& all) {
  std::vector<const Found*> list;
  for (const Pair& pair : kPublished) {
    for (const Found& found : all) {
      if (found.target == pair.target && found.map.at("class") == pair.channel) {
        list.push_back(&found);
      }
    }
  }
  return list;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const std::vector<Found> all = FoundIn(experiment);
  const auto foremost = Foremost(all);
  const auto published = PublishedOf(all);
  const auto tested = std::ranges::count_if(all, [](const Found& found) {
    return found.map.at("pictures").get<std::size_t>() >= kFewest;
  });
  const auto standing = std::ranges::count_if(all, [](const Found& f) { return f.rate < kFound; });
  Table strongest =
      TableOf(fmt::format("{} of {} pairs with at least {} pictures stand at a false discovery "
                          "rate of 5%; first those, "
                          "then the strongest of the rest",
                          standing, tested, kFewest));
  for (const Found* found : foremost) strongest.rows.push_back(RowOf(*found));

  StudyPage page{.name = "context-map",
                 .title = "Where other objects send the eyes",
                 .claim =
                     "Section 4.3 and Fig. 8 of the paper: the map of the first saccade with the "
                     "belief map of a class minus the map without it. Above 0 the class draws the "
                     "eyes there."};
  page.parts.push_back(
      {.heading = "Maps",
       .text =
           "Moved: probability that goes elsewhere because of the class. On it: gained on the "
           "object (the heaviest connected part of the class's blurred map) and the cells that "
           "touch it, against the mean when the objects of the pictures are dealt out at random "
           "(permutation test, 2,000 draws). Above - below, right - left: gained on one side of "
           "the object's centre minus the other, within 12 columns and 8 rows; exact sign-flip "
           "tests over pictures. The rate is that of the smallest of the three p-values, times 3.",
       .tables = {PublishedTable(all), strongest}});
  auto& figures = page.parts.back().figures;
  const char* caption =
      "Context maps: yellow where the class draws the eyes, blue where it takes them from; one "
      "picture with the object outlined, and the mean in a frame centred on the object";
  if (!published.empty()) {
    figures.push_back({"context-map-pairs", std::string(caption) + " (the paper's pairs)",
                       FiguresOf(published, {})});
  }
  std::vector<const Found*> first(
      foremost.begin(), foremost.begin() + std::min<std::ptrdiff_t>(4, std::ssize(foremost)));
  if (!first.empty()) {
    figures.push_back(
        {"context-map-strongest", std::string(caption) + " (the strongest)", FiguresOf(first, {})});
  }
  if (!options.images.empty() && !published.empty()) {
    figures.push_back({"context-map-overlay", std::string(caption) + ", over the picture",
                       FiguresOf(published, options.images), false});
  }
  page.cost = CostText(experiment);
  page.json = Json::array();
  for (const Found& found : all) {
    Json row = found.map;
    row.erase("frame");
    row.erase("example");
    row["target"] = found.target;
    row["false_discovery_rate"] = found.rate;
    page.json.push_back(row);
  }
  WriteStudyPage(page, options, command);
  return {.json = {{"rows", page.json}},
          .tables = {PublishedTable(all), strongest},
          .files = "context-map.md, .json and figures as .svg and .pdf"};
}

}  // namespace

Study ContextMapStudy() {
  return {.name = "context-map",
          .summary = "The paper's Fig. 8: where other objects send the eyes",
          .example =
              "  saccade experiment context-map --validation valid.json --beliefs "
              "pictures.beliefs \\\n      --model models/coco-search18-irl --images pictures "
              "--out context-map",
          .uses = kUsesOneModel | kUsesPictures | kWritesPage,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
