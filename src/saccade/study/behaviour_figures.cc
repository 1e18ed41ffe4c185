#include "saccade/study/behaviour_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "saccade/metrics/paired_tests.h"
#include "saccade/scene/grid.h"
#include "saccade/study/behaviour.h"
#include "saccade/study/chart.h"
#include "saccade/study/grid_map.h"

namespace saccade {
namespace {

using Trials = std::vector<TrialInImage>;

// One histogram: where its bins are and what falls into them.
struct Histogram {
  const char* x_label;
  const char* y_label;
  double first, step;  // of the bins' places
  std::function<std::vector<double>(const SearchBehaviour&)> shares;
};

template <typename Array>
std::vector<double> List(const Array& shares) {
  return {shares.begin(), shares.end()};
}

std::vector<Histogram> Histograms() {
  const auto around = [](const SearchBehaviour& behaviour) {
    std::vector<double> shares = List(behaviour.directions);
    shares.push_back(shares.front());  // where the circle closes
    return shares;
  };
  return {{"amplitude, pixels of the 512x320 frame", "share of saccades", kAmplitudeBin / 2,
           kAmplitudeBin, [](const SearchBehaviour& b) { return List(AmplitudeShares(b)); }},
          {"direction, degrees (0 right, 90 up, 180 left)", "share of saccades", 0,
           360.0 / kDirectionBins, around},
          {"first saccade's gain (0 stays, 1 reaches the target)", "share of first saccades",
           kLeastGain + kGainBin / 2, kGainBin,
           [](const SearchBehaviour& b) { return List(b.first_gains); }},
          {"fixations, the start included", "share of searches", 1, 1,
           [](const SearchBehaviour& b) { return List(b.lengths); }}};
}

// Shares of every bin with the spread over seeds or, of people, over subjects.
Series SeriesOf(const ShownSearcher& searcher, const Histogram& histogram, bool dashed) {
  const auto shares = [&](const Trials& trials) { return histogram.shares(BehaviourOf(trials)); };
  Series series{.name = fmt::format("{} (n = {})", searcher.name, searcher.scanpaths.size()),
                .y = shares(searcher.scanpaths),
                .dashed = dashed};
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    series.x.push_back(histogram.first + histogram.step * static_cast<double>(i));
  }
  std::vector<std::vector<double>> parts;
  for (const Trials& seed : searcher.by_seed) parts.push_back(shares(seed));
  if (parts.empty()) {
    std::map<Identifier, Trials> subjects;
    for (const TrialInImage& trial : searcher.scanpaths) subjects[trial.subject].push_back(trial);
    for (const auto& [subject, trials] : subjects) parts.push_back(shares(trials));
  }
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    std::vector<double> values;
    for (const auto& part : parts) values.push_back(part[i]);
    series.error.push_back(metrics::SpreadOf(values));
  }
  return series;
}

std::vector<float> Floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

Graphic MeasureFigure(const std::vector<CategoryMeasures>& categories) {
  constexpr double kCell = 20;
  Graphic figure{"Search measures by target", 0, 0};
  const double names = 90, top = 70;
  figure.width = names + kSearchMeasures * 70.0 + 30;
  figure.height = top + kCell * static_cast<double>(categories.size()) + 44;
  const Color ink{0x1c, 0x1f, 0x23};
  for (int m = 0; m < kSearchMeasures; ++m) {
    figure.shapes.push_back(GraphicText{std::string(LabelOf(static_cast<SearchMeasure>(m))),
                                        {names + 70.0 * m + 20, top - 8},
                                        TextAlign::kLeft,
                                        ink,
                                        11,
                                        25});
  }
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const double y = top + kCell * static_cast<double>(i);
    figure.Text(categories[i].task, names - 8, y + 14, TextAlign::kRight, ink, 11);
    for (int m = 0; m < kSearchMeasures; ++m) {
      const double x = names + 70.0 * m;
      const auto& value = categories[i].normalized[m];
      if (!value) continue;
      const Color color = ScaleColor(*value);
      figure.Rectangle(x, y, 68, kCell - 1, color);
      figure.Text(fmt::format("{:.2f}", *value), x + 34, y + 14, TextAlign::kCenter,
                  ContrastingColor(color), 11);
    }
  }
  const double y = figure.height - 24;
  figure.Text("easiest target: 0", names, y + 10, TextAlign::kLeft, ink, 11);
  for (int i = 0; i < 40; ++i)
    figure.Rectangle(names + 96 + i * 3, y, 3.3, 12, ScaleColor(i / 39.0));
  figure.Text("hardest: 1", names + 224, y + 10, TextAlign::kLeft, ink, 11);
  return figure;
}

Graphic BehaviourHistograms(const std::vector<ShownSearcher>& searchers) {
  std::vector<Graphic> panels;
  for (const Histogram& histogram : Histograms()) {
    LineChart chart{.title = "Amplitudes, directions, first gains and lengths",
                    .x_label = histogram.x_label,
                    .y_label = histogram.y_label,
                    .y_min = 0,
                    .width = 420,
                    .height = 320};
    for (const ShownSearcher& searcher : searchers) {
      chart.series.push_back(SeriesOf(searcher, histogram, &searcher == &searchers.front()));
    }
    panels.push_back(LineChartGraphic(chart));
  }
  return Tiled(panels, 2);
}

Graphic DensityFigure(const ShownSearcher& people, const ShownSearcher& model) {
  auto theirs = BehaviourByTask(people.scanpaths), ours = BehaviourByTask(model.scanpaths);
  std::vector<Graphic> panels;
  for (auto& [task, behaviour] : theirs) {
    const auto human = Floats(Smoothed(behaviour.density));
    const auto machine = Floats(Smoothed(ours[task].density));
    const float most = std::max(std::ranges::max(human), std::ranges::max(machine));
    const auto panel = [&](const std::string& who, const std::vector<float>& values,
                           std::size_t n) {
      return GridMapGraphic({.title = "Fixation density by target",
                             .heading = fmt::format("{}, {} ({})", task, who, n),
                             .columns = Grid::kColumns,
                             .rows = Grid::kRows,
                             .values = values,
                             .low = 0.0f,
                             .high = most,
                             .low_label = "0",
                             .high_label = fmt::format("{:.2g}%", 100 * most),
                             .cell = 6});
    };
    panels.push_back(panel("people", human, behaviour.scanpaths));
    panels.push_back(panel(model.name, machine, ours[task].scanpaths));
  }
  return Tiled(panels, 4, 10);
}

}  // namespace saccade
