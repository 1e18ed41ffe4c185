#include "saccade/study/context_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/learn/run_folder.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/scene/category.h"
#include "saccade/study/context_effect.h"
#include "saccade/study/dot_chart.h"
#include "saccade/study/sign_matrix.h"
#include "saccade/study/study_data.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostShown = 6;  // of each kind, as the paper's figure
constexpr double kFound = .05;         // a corrected p-value below it is a finding

std::string CellOfTask(int task) { return FolderName(fmt::format("context {}", kTaskNames[task])); }

// Those that the file has searches for.
std::vector<int> TasksOf(const StudyOptions& options) {
  std::vector<int> tasks;
  StudyData data(options);
  for (const std::string& task : data.Scored().humans.tasks) {
    if (const auto index = TaskIndex(task)) tasks.push_back(*index);
  }
  return tasks;
}

Json ToJson(const ContextRun& run) {
  Json pictures = Json::array();
  for (const PictureContext& picture : run.pictures) {
    Json without = Json::object();
    for (const auto& [channel, auc] : picture.without) without[Categories()[channel].name] = auc;
    pictures.push_back({{"name", picture.name}, {"with", picture.with}, {"without", without}});
  }
  return {{"pictures", pictures}, {"searches", run.searches}, {"spared", run.spared}};
}

ContextRun RunFromJson(const Json& json) {
  ContextRun run{.pictures = {}, .searches = json.at("searches"), .spared = json.at("spared")};
  for (const Json& entry : json.at("pictures")) {
    PictureContext& picture = run.pictures.emplace_back();
    picture.name = entry.at("name");
    picture.with = entry.at("with");
    for (const auto& [name, auc] : entry.at("without").items()) {
      picture.without[*ChannelOfName(name)] = auc;
    }
  }
  return run;
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  const auto source = OpenRowSource(options.Model().folder, {});
  if (!source->Searches()) throw InputError("--model: " + options.Model().name + " is no model");
  const auto data = std::make_shared<StudyData>(options);
  const Json inputs = {{"validation", FileJson(options.validation)},
                       {"beliefs", FileJson(options.beliefs.front())},
                       {"model", source->Identity()},
                       {"samples", options.samples},
                       {"seed", options.seed}};
  std::vector<StudyCell> cells;
  for (const int task : TasksOf(options)) {
    StudyCell& cell = cells.emplace_back();
    cell.name = CellOfTask(task);
    cell.kind = "context";
    cell.inputs = inputs;
    cell.inputs["task"] = kTaskNames[task];
    cell.estimate_seconds = 8.0 * options.samples / 10;
    cell.compute = [=](const std::filesystem::path&, const FindCell&) {
      const auto model = OpenModel(options.Model().folder, options.inputs);
      std::vector<Search> searches;
      for (const Search& search : data->Searches()) {
        if (search.task == task) searches.push_back(search);
      }
      return ToJson(
          MeasureContext(*model, searches, {.samples = options.samples, .seed = options.seed}));
    };
  }
  return cells;
}

// All effects of a target, and which of them stand after correction.
struct TaskContext {
  int task = 0;
  std::size_t pictures = 0;
  std::vector<ContextEffect> effects;
  std::vector<double> holm, rate;  // one for each effect
};

struct ContextResult {
  std::vector<TaskContext> tasks;
  std::size_t comparisons = 0, possible = 0, searches = 0, spared = 0;
};

ContextResult ResultOf(const Experiment& experiment, const StudyOptions& options) {
  ContextResult result;
  std::vector<double> p;
  for (const int task : TasksOf(options)) {
    const ContextRun run = RunFromJson(experiment.Read(CellOfTask(task)).result);
    TaskContext& context = result.tasks.emplace_back();
    context.task = task;
    context.pictures = run.pictures.size();
    context.effects =
        ContextEffects(task, run.pictures, options.samples, options.bootstrap, options.seed);
    result.searches += run.searches;
    result.spared += run.spared;
    for (const ContextEffect& effect : context.effects) {
      p.push_back(effect.p);
      result.possible += effect.pictures > 0;
    }
  }
  result.comparisons = p.size();
  const auto holm = metrics::HolmAdjusted(p), rate = metrics::FalseDiscoveryRates(p);
  std::size_t at = 0;
  for (TaskContext& context : result.tasks) {
    for (std::size_t i = 0; i < context.effects.size(); ++i, ++at) {
      context.holm.push_back(holm[at]);
      context.rate.push_back(rate[at]);
    }
  }
  return result;
}

// Indices into the effects: the strongest guides, and the strongest distractors, strongest first.
struct Strongest {
  std::vector<std::size_t> guides, distractors;
};
Strongest StrongestOf(const TaskContext& context) {
  Strongest strongest;
  for (std::size_t i = 0; i < context.effects.size(); ++i) {
    const double effect = context.effects[i].effect;
    if (effect > 0) strongest.guides.push_back(i);
    if (effect < 0) strongest.distractors.push_back(i);
  }
  const auto keep = [&](std::vector<std::size_t>& list) {
    std::ranges::stable_sort(list, std::greater(),
                             [&](std::size_t i) { return std::abs(context.effects[i].effect); });
    list.resize(std::min(list.size(), kMostShown));
  };
  keep(strongest.guides);
  keep(strongest.distractors);
  return strongest;
}

std::string NameOf(const ContextEffect& effect) {
  return std::string(Categories()[effect.channel].name);
}

Graphic BarsOf(const TaskContext& context) {
  DotChart chart{.title = "Context effects on the search for each target",
                 .heading = fmt::format("{} (n = {})", kTaskNames[context.task], context.pictures),
                 .x_label = "change of TFP-AUC by the class",
                 .series = {{}},
                 .bars = true,
                 .width = 300,
                 .names_width = 120,
                 .row_height = 15};
  Strongest strongest = StrongestOf(context);
  std::ranges::reverse(strongest.distractors);
  std::vector<std::size_t> rows = strongest.guides;
  rows.insert(rows.end(), strongest.distractors.begin(), strongest.distractors.end());
  for (const std::size_t i : rows) {
    const ContextEffect& effect = context.effects[i];
    chart.rows.push_back(NameOf(effect) + (context.rate[i] < kFound ? " *" : ""));
    chart.series[0].value.push_back(effect.effect);
    chart.series[0].low.push_back(effect.low);
    chart.series[0].high.push_back(effect.high);
  }
  return DotChartGraphic(chart);
}

Graphic MatrixOf(const ContextResult& result) {
  SignMatrix matrix{.title = "What every class does for the search for every target",
                    .unit = "TFP-AUC",
                    .above = "guides",
                    .below = "distracts",
                    .mark = "stands after correction",
                    .blocks = 2};
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (int channel = 0; channel < kBeliefChannels; ++channel) {
    matrix.rows.emplace_back(Categories()[channel].name);
    matrix.values.emplace_back(result.tasks.size(), none);
    matrix.marked.emplace_back(result.tasks.size(), false);
  }
  for (std::size_t column = 0; column < result.tasks.size(); ++column) {
    const TaskContext& context = result.tasks[column];
    matrix.columns.emplace_back(kTaskNames[context.task]);
    for (std::size_t i = 0; i < context.effects.size(); ++i) {
      const ContextEffect& effect = context.effects[i];
      if (effect.pictures > 0) matrix.values[effect.channel][column] = effect.effect;
      matrix.marked[effect.channel][column] = context.rate[i] < kFound;
    }
  }
  return SignMatrixGraphic(matrix);
}

std::vector<TableCell> RowOf(const TaskContext& context, std::size_t i) {
  const ContextEffect& effect = context.effects[i];
  return {kTaskNames[context.task],
          NameOf(effect),
          effect.pictures,
          effect.effect,
          fmt::format("{:+.3f} to {:+.3f}", effect.low, effect.high),
          effect.where_present,
          effect.p,
          context.rate[i],
          context.holm[i]};
}

Table EffectTable(const std::string& title) {
  Table table;
  table.title = {title};
  table.columns = {
      {"target"},        {"class"}, {"seen in pictures"},        {"effect", 3}, {"95% interval"},
      {"where seen", 3}, {"p", 4},  {"false discovery rate", 3}, {"Holm", 3}};
  return table;
}

Table StandingTable(const ContextResult& result) {
  Table table = EffectTable("");
  struct Entry {
    const TaskContext* context;
    std::size_t i;
  };
  std::vector<Entry> entries;
  for (const TaskContext& context : result.tasks) {
    for (std::size_t i = 0; i < context.effects.size(); ++i) {
      if (context.rate[i] < kFound) entries.push_back({&context, i});
    }
  }
  std::ranges::stable_sort(entries, std::greater(), [](const Entry& entry) {
    return std::abs(entry.context->effects[entry.i].effect);
  });
  for (const Entry& entry : entries) table.rows.push_back(RowOf(*entry.context, entry.i));
  table.title = {entries.empty()
                     ? "No effect stands at a false discovery rate of 5% over all comparisons"
                     : "Effects that stand at a false discovery rate of 5% over all comparisons, "
                       "strongest first"};
  return table;
}

// What section 4.3 says of two targets.
struct PublishedEffect {
  const char *target, *channel, *claim;
};
constexpr PublishedEffect kPublished[] = {{"knife", "fork", "highly distracting"},
                                          {"knife", "cake", "facilitated the search"},
                                          {"car", "pavement-merged", "strongest guidance"},
                                          {"car", "truck", "most distracting"}};

Table PublishedTable(const ContextResult& result) {
  Table table = EffectTable("The four effects that the paper names (test split, its own model)");
  table.columns.push_back({"the paper"});
  for (const PublishedEffect& published : kPublished) {
    for (const TaskContext& context : result.tasks) {
      if (kTaskNames[context.task] != published.target) continue;
      for (std::size_t i = 0; i < context.effects.size(); ++i) {
        if (NameOf(context.effects[i]) != published.channel) continue;
        table.rows.push_back(RowOf(context, i));
        table.rows.back().push_back(published.claim);
      }
    }
  }
  return table;
}

Table StrongestTable(const ContextResult& result) {
  Table table;
  table.title = {"The strongest of each target; * stands after correction"};
  table.columns = {{"target"}, {"pictures"}, {"guide"}, {"distract"}};
  for (const TaskContext& context : result.tasks) {
    const Strongest strongest = StrongestOf(context);
    const auto text = [&](const std::vector<std::size_t>& list) {
      std::string names;
      for (const std::size_t i : list) {
        names +=
            fmt::format("{}{} {:+.2f}{}", names.empty() ? "" : ", ", NameOf(context.effects[i]),
                        context.effects[i].effect, context.rate[i] < kFound ? "*" : "");
      }
      return names;
    };
    table.rows.push_back({kTaskNames[context.task], context.pictures, text(strongest.guides),
                          text(strongest.distractors)});
  }
  return table;
}

// What the page shows; a table of findings only where there are any.
std::vector<Table> TablesOf(const ContextResult& result) {
  Table standing = StandingTable(result);
  if (standing.rows.empty()) standing.columns = {{"finding"}}, standing.rows = {{"none"}};
  return {PublishedTable(result), standing, StrongestTable(result)};
}

Json ToJson(const ContextResult& result) {
  Json rows = Json::array();
  for (const TaskContext& context : result.tasks) {
    for (std::size_t i = 0; i < context.effects.size(); ++i) {
      const ContextEffect& effect = context.effects[i];
      if (effect.pictures == 0) continue;
      rows.push_back({{"target", kTaskNames[context.task]},
                      {"class", NameOf(effect)},
                      {"pictures", effect.pictures},
                      {"of", context.pictures},
                      {"effect", effect.effect},
                      {"interval", {effect.low, effect.high}},
                      {"where_present", effect.where_present},
                      {"p", effect.p},
                      {"false_discovery_rate", context.rate[i]},
                      {"holm", context.holm[i]}});
    }
  }
  return {{"comparisons", result.comparisons}, {"possible", result.possible}, {"rows", rows}};
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const ContextResult result = ResultOf(experiment, options);
  const std::vector<Table> tables = TablesOf(result);
  StudyPage page{
      .name = "context",
      .title = "What other objects do for a search",
      .claim =
          "Section 4.3 and Fig. 7 of the paper: the belief map of one class is emptied and the "
          "TFP-AUC of the model's searches for a target is compared with and without it. Above 0 "
          "the "
          "class guides, below 0 it distracts."};
  std::vector<Graphic> bars;
  for (const TaskContext& context : result.tasks) bars.push_back(BarsOf(context));
  page.parts.push_back(
      {.heading = "Effects",
       .text = fmt::format(
           "{} comparisons of target and class, {} of which can differ from 0 because the class is "
           "seen in one of the target's pictures. {} scanpaths a search, the same random numbers "
           "with and without; intervals are 95% bootstraps over the target's pictures; p-values "
           "are exact sign-flip tests over pictures, corrected over all comparisons. {} searches "
           "were run, {} pairs of picture and class could not change and were not.",
           result.comparisons, result.possible, options.samples, result.searches, result.spared),
       .tables = tables,
       .figures = {{"context-bars",
                    "The six most guiding and the six most distracting classes of each target: "
                    "change of TFP-AUC by the class with 95% intervals over pictures; * stands "
                    "after correction; n pictures",
                    Tiled(bars, 3)},
                   {"context-matrix",
                    "Every class (rows) in the search for every target (columns); the square's "
                    "side grows with the root of the effect",
                    MatrixOf(result)}}});
  page.cost = CostText(experiment);
  page.json = ToJson(result);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = tables,
          .files = "context.md, .json, context-bars and -matrix as .svg and .pdf"};
}

}  // namespace

Study ContextStudy() {
  return {.name = "context",
          .summary = "The paper's Fig. 7: which other objects guide or distract a search",
          .example =
              "  saccade experiment context --validation valid.json --beliefs "
              "pictures.beliefs \\\n      --model models/coco-search18-irl --out context",
          .uses = kUsesOneModel | kUsesSamples | kUsesBootstrap | kWritesPage,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
