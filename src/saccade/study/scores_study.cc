#include "saccade/study/scores_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/study/chart.h"
#include "saccade/study/chart_plot.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/prediction_cells.h"
#include "saccade/study/scanpath_panel.h"
#include "saccade/study/score_distribution.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using Scanpaths = std::vector<ScanpathSequenceScores>;

constexpr std::array kExamples = {.33, .40, .50, .75};  // as the paper's figure has them
constexpr double kPublishedMean = .422;

// Somebody's scores, of all seeds together and of each.
struct Scored {
  std::string name;
  Scanpaths all;
  std::vector<Scanpaths> by_seed;
  std::vector<TrialInImage> scanpaths;  // of the first seed; none of people
};

std::vector<Scored> ScoredOf(const Experiment& experiment, const StudyOptions& options,
                             const metrics::HumanSet& humans) {
  std::vector<Scored> rows = {{"people", HumanSequenceScores(humans), {}, {}}};
  for (const std::string& name : SearcherNames(options)) {
    Scored& row = rows.emplace_back(Scored{name, {}, {}, {}});
    for (const std::uint64_t seed : SeedsOf(options)) {
      const auto scanpaths = Predictions(experiment, name, seed, humans);
      row.by_seed.push_back(SequenceScores(humans, scanpaths));
      row.all.insert(row.all.end(), row.by_seed.back().begin(), row.by_seed.back().end());
      if (row.scanpaths.empty()) row.scanpaths = scanpaths;
    }
  }
  return rows;
}

std::vector<double> Means(const Scanpaths& scanpaths) {
  std::vector<double> means;
  for (const ScanpathSequenceScores& scanpath : scanpaths) means.push_back(scanpath.Mean());
  return means;
}

// What the distance of two groups of people is, who search alike: odd subjects and even ones.
std::pair<Scanpaths, Scanpaths> Halves(const Scanpaths& people) {
  std::pair<Scanpaths, Scanpaths> halves;
  for (const ScanpathSequenceScores& scanpath : people) {
    (scanpath.subject.number().value_or(0) % 2 != 0 ? halves.first : halves.second)
        .push_back(scanpath);
  }
  return halves;
}

struct Distances {
  double mean = 0, mean_of_people = 0, area = 0, divergence = 0;
};
Distances DistancesOf(const Scanpaths& people, const Scanpaths& others) {
  const auto real = AllScores(people), generated = AllScores(others);
  return {metrics::MeanOf(Means(others)), metrics::MeanOf(Means(people)),
          metrics::AreaBetween(real, generated), metrics::HistogramDivergence(real, generated)};
}

// The same with pictures drawn anew.
Scanpaths Redrawn(const std::vector<Scanpaths>& by_pair, const std::vector<std::size_t>& drawn) {
  Scanpaths scanpaths;
  for (const std::size_t pair : drawn) {
    scanpaths.insert(scanpaths.end(), by_pair[pair].begin(), by_pair[pair].end());
  }
  return scanpaths;
}

std::vector<Scanpaths> ByPair(const Scanpaths& scanpaths, std::size_t pairs) {
  std::vector<Scanpaths> by_pair(pairs);
  for (const ScanpathSequenceScores& scanpath : scanpaths) {
    by_pair[scanpath.pair].push_back(scanpath);
  }
  return by_pair;
}

metrics::Interval PercentilesOf(std::vector<double> values) {
  std::ranges::sort(values);
  const double last = static_cast<double>(values.size() - 1);
  return {values[static_cast<std::size_t>(std::lround(.025 * last))],
          values[static_cast<std::size_t>(std::lround(.975 * last))]};
}

struct DistanceRow {
  std::string name;
  Distances value;
  metrics::Interval mean, area, divergence;       // 95%, pictures
  double area_spread = 0, divergence_spread = 0;  // over seeds
};

DistanceRow RowOf(const std::string& name, const Scanpaths& people, const Scanpaths& others,
                  const std::vector<Scanpaths>& by_seed, std::size_t pairs,
                  const StudyOptions& options) {
  DistanceRow row{name, DistancesOf(people, others), {}, {}, {}};
  std::vector<double> areas, divergences;
  for (const Scanpaths& seed : by_seed) {
    const Distances distances = DistancesOf(people, seed);
    areas.push_back(distances.area);
    divergences.push_back(distances.divergence);
  }
  row.area_spread = metrics::SpreadOf(areas),
  row.divergence_spread = metrics::SpreadOf(divergences);
  row.mean = {row.value.mean, row.value.mean};
  row.area = {row.value.area, row.value.area};
  row.divergence = {row.value.divergence, row.value.divergence};
  if (options.bootstrap == 0) return row;
  const auto people_of = ByPair(people, pairs), others_of = ByPair(others, pairs);
  std::vector<double> means;
  areas.clear(), divergences.clear();
  Random random(options.seed, "score distributions");
  for (int draw = 0; draw < options.bootstrap; ++draw) {
    std::vector<std::size_t> drawn(pairs);
    for (std::size_t& pair : drawn) pair = random.Below(pairs);
    const Distances d = DistancesOf(Redrawn(people_of, drawn), Redrawn(others_of, drawn));
    means.push_back(d.mean), areas.push_back(d.area), divergences.push_back(d.divergence);
  }
  row.mean = PercentilesOf(means), row.area = PercentilesOf(areas);
  row.divergence = PercentilesOf(divergences);
  return row;
}

std::string Text(const metrics::Interval& interval) {
  return fmt::format("{:.3f} to {:.3f}", interval.low, interval.high);
}

Table DistanceTable(const std::vector<DistanceRow>& rows) {
  Table table;
  table.title = {"Distributions of sequence scores, against people's among themselves"};
  table.columns = {{"searcher"},        {"mean score", 3}, {"95% interval"},
                   {"area between", 3}, {"95% interval"},  {"spread over seeds", 4},
                   {"KL, nats", 3},     {"95% interval"},  {"spread over seeds", 4}};
  for (const DistanceRow& row : rows) {
    table.rows.push_back({row.name, row.value.mean, Text(row.mean), row.value.area, Text(row.area),
                          row.area_spread, row.value.divergence, Text(row.divergence),
                          row.divergence_spread});
  }
  table.rows.push_back({"the paper's IRL (test split)", kPublishedMean});
  table.beside.push_back(table.rows.size() - 1);
  return table;
}

LineChart CurvesOf(const std::vector<Scored>& rows) {
  LineChart chart{.title = "Cumulative distribution of sequence scores",
                  .x_label = "sequence score of a scanpath (mean against people)",
                  .y_label = "share of scanpaths with at most that",
                  .y_min = 0,
                  .y_max = 1,
                  .width = 560,
                  .height = 380};
  std::vector<double> at;
  for (int i = 0; i <= 25; ++i) at.push_back(i / 25.0);
  for (const Scored& row : rows) {
    chart.series.push_back({.name = fmt::format("{} (n = {})", row.name, row.all.size()),
                            .x = at,
                            .y = CumulativeShares(Means(row.all), at),
                            .dashed = row.scanpaths.empty()});
  }
  return chart;
}

// The scanpaths of a searcher whose scores are nearest to those wanted, each of another pair.
Graphic ExamplesOf(const Scored& row, const metrics::HumanSet& humans,
                   const std::filesystem::path& images) {
  std::vector<Graphic> panels;
  std::vector<std::size_t> taken;
  for (const double wanted : kExamples) {
    const ScanpathSequenceScores* best = nullptr;
    for (const ScanpathSequenceScores& scanpath : row.by_seed.front()) {
      if (std::ranges::find(taken, scanpath.pair) != taken.end()) continue;
      if (best == nullptr || std::abs(scanpath.Mean() - wanted) < std::abs(best->Mean() - wanted)) {
        best = &scanpath;
      }
    }
    if (best == nullptr) break;
    taken.push_back(best->pair);
    const metrics::HumanPair& pair = humans.pairs[best->pair];
    const auto trial = std::ranges::find_if(row.scanpaths, [&](const TrialInImage& t) {
      return t.task == pair.task && t.name == pair.name && t.subject == best->subject;
    });
    ScanpathPanel panel{.heading = fmt::format("{}: {:.2f}", pair.task, best->Mean()),
                        .target = pair.target.value_or(BoxInImage{})};
    panel.scanpaths.push_back({pair.trials.front().scanpath, kSeriesColors[1], false});
    panel.scanpaths.push_back({trial->scanpath, kSeriesColors[0], true});
    if (!images.empty()) {
      const auto file = FindPicture(images, pair.task, pair.name);
      if (!file) throw InputError(images, "", "holds no picture {}", pair.name);
      panel.picture = FitToImage(ReadPicture(*file));
    }
    panels.push_back(ScanpathPanelGraphic(panel));
  }
  return Tiled(panels, 2);
}

Json ToJson(const std::vector<DistanceRow>& rows) {
  Json list = Json::array();
  for (const DistanceRow& row : rows) {
    list.push_back({{"name", row.name},
                    {"mean", row.value.mean},
                    {"area", row.value.area},
                    {"kl", row.value.divergence},
                    {"intervals",
                     {{"mean", {row.mean.low, row.mean.high}},
                      {"area", {row.area.low, row.area.high}},
                      {"kl", {row.divergence.low, row.divergence.high}}}},
                    {"spread", {{"area", row.area_spread}, {"kl", row.divergence_spread}}}});
  }
  return {{"rows", list}};
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  StudyData data(options);
  const metrics::HumanSet& humans = data.Scored().humans;
  const std::vector<Scored> scored = ScoredOf(experiment, options, humans);
  const Scanpaths& people = scored.front().all;
  const auto [odd, even] = Halves(people);
  const std::size_t pairs = humans.pairs.size();
  std::vector<DistanceRow> rows;
  if (!odd.empty() && !even.empty()) {
    rows.push_back(RowOf("people: odd against even subjects", odd, even, {}, pairs, options));
  }
  for (std::size_t i = 1; i < scored.size(); ++i) {
    rows.push_back(RowOf(scored[i].name, people, scored[i].all, scored[i].by_seed, pairs, options));
  }
  const Table table = DistanceTable(rows);
  StudyPage page{.name = "scores",
                 .title = "The distribution of sequence scores",
                 .claim =
                     "Appendix A.4 of the paper gives the mean sequence score of its IRL "
                     "scanpaths, .422, their cumulative distribution and four examples with "
                     "scores of .33, .40, .50 and .75. Here people's own distribution stands "
                     "beside it, and how far apart the two are."};
  page.parts.push_back(
      {.heading = "Distributions",
       .text = fmt::format(
           "Protocol {}, split {}, {} human trials on {} pairs (people's mean score among "
           "themselves {:.3f}), {} scanpaths a pair and seed, {} seeds. The area between the "
           "cumulative distributions and the divergence (99 bins, as ScanDiff has it: people's "
           "histogram against the model's) are of single comparisons of two scanpaths; intervals "
           "are 95% bootstraps over pairs. Two halves of the people show what is to be expected of "
           "searchers who are alike.",
           options.protocol, humans.split, humans.trials, pairs, metrics::MeanOf(Means(people)),
           options.samples, options.seeds),
       .tables = {table},
       .figures = {{"scores-cdf",
                    "Cumulative distribution of the sequence scores of scanpaths, each the mean "
                    "against the people who searched the same picture",
                    LineChartGraphic(CurvesOf(scored))}}});
  if (scored.size() > 2) {
    const std::string caption = fmt::format(
        "Scanpaths of {} (blue, broken line) with scores of about .33, .40, .50 and .75, a "
        "person's "
        "(orange), and the target's box",
        scored[1].name);
    auto& figures = page.parts.back().figures;
    figures.push_back({"scores-examples", caption, ExamplesOf(scored[1], humans, {})});
    if (!options.images.empty()) {
      figures.push_back({"scores-examples-pictures", caption,
                         ExamplesOf(scored[1], humans, options.images), false});
    }
  }
  page.cost = CostText(experiment);
  page.json = ToJson(rows);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {table},
          .files = "scores.md, .json and figures as .svg and .pdf"};
}

}  // namespace

Study ScoresStudy() {
  return {
      .name = "scores",
      .summary = "The paper's A.4: how the sequence scores of people and models are distributed",
      .example =
          "  saccade experiment scores --validation valid.json --beliefs "
          "pictures.beliefs \\\n      --model IRL=models/coco-search18-irl --out scores",
      .uses = kUsesModels | kUsesSeeds | kUsesSamples | kUsesBootstrap | kUsesProtocol |
              kUsesPictures | kWritesPage,
      .cells = PredictionCells,
      .assemble = Assemble};
}

}  // namespace saccade
