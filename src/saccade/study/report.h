#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "saccade/metrics/evaluation.h"
#include "saccade/metrics/protocol.h"
#include "saccade/scene/trial.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/study/page.h"
#include "saccade/study/run_metrics.h"

namespace saccade {

// Scanpaths that somebody predicted, whole, as read from their file.
struct NamedPredictions {
  std::string name;
  std::vector<TrialInImage> trials;
};

// Which pictures are drawn: with the seed, or those where the first prediction is least like
// people.
enum class ExampleChoice { kDrawn, kWorst };

struct ReportInput {
  std::string title = "Where people look while they search";
  std::vector<TrialInImage> trials;  // of all splits: described
  std::vector<TrialInImage> humans;  // of one split: scored
  std::filesystem::path images;      // folder of pictures; empty: no examples
  std::vector<NamedPredictions> predictions;
  std::vector<MetricCurve> curves;  // of a training run; empty: no such section
  std::vector<Section> more;        // put after the examples
  // What it believes, foresees and values is shown along the examples; null: not.
  std::shared_ptr<const ScanpathModel> model;
  std::vector<Search> searches;  // of the pictures, for the model
  std::string command;           // how the page was made

  metrics::Protocol protocol;
  std::uint64_t seed = 0;
  int examples = 6;
  ExampleChoice choice = ExampleChoice::kDrawn;
  int bootstrap_draws = 1000;
};

// Describes the data, scores people, the random baseline and the predictions, draws examples side
// by side and the learning curves of a run. Throws InputError where a prediction belongs to no
// picture or a picture cannot be read.
Page MakeReport(const ReportInput& input);

// Small multiples of a run's curves, one figure a number, grouped by what stands before "/" in the
// names; "validation" comes first, "time" is left out.
std::vector<Figures> LearningCurves(const std::vector<MetricCurve>& curves);

}  // namespace saccade
