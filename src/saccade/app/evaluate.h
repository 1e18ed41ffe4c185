#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "saccade/app/fixation_maps.h"
#include "saccade/app/trial_input.h"
#include "saccade/app/understood.h"
#include "saccade/base/watch.h"
#include "saccade/metrics/conditional.h"
#include "saccade/metrics/evaluation.h"
#include "saccade/metrics/prediction_check.h"
#include "saccade/metrics/protocol.h"
#include "saccade/study/table.h"

namespace saccade::app {

// A model's maps of next fixations with the name of their row; a row of this name that scanpaths
// have made takes them up.
struct NamedMaps {
  std::string name;
  // A folder that PredictPairs wrote, or maps in memory.
  std::variant<std::filesystem::path, std::shared_ptr<const FixationMaps>> maps;
};

// Rows that need no predictions: people against each other, other pictures' scanpaths, the middle
// of the picture and what stands out in it (study/picture_rows.h).
inline constexpr std::array<std::string_view, 4> kRowsOfAnyData = {"human", "random", "centre",
                                                                   "saliency"};

// Scores models, people and chance against human searches.
struct EvaluateOptions {
  TrialInput fixations{};                  // the human trials
  std::vector<std::string> models{};       // of kRowsOfAnyData
  std::filesystem::path images{};          // the pictures, for "saliency"
  std::vector<NamedTrials> predictions{};  // a row each
  std::vector<NamedMaps> maps{};           // need `train`
  TrialInput train{};                      // training trials, for the priors of cIG
  // Label maps for semantic scores: a COCO panoptic JSON, or a folder of grey PNGs.
  std::filesystem::path labels{};
  bool lenient = false;                      // skip bad trials, with a word
  std::optional<Frame> frame{};              // of a file of human trials; empty: found
  std::optional<Frame> predictions_frame{};  // the same of predictions
  std::string protocol = "paper";            // metrics::ProtocolNames()
  std::optional<Condition> condition{};      // of the trials scored; empty: metrics::MainCondition
  // Of predictions that do not begin where people do.
  metrics::StartRule start = metrics::StartRule::kRefuse;
  std::optional<metrics::StringCut> cut{};  // empty: the protocol's
  int steps = 0;                            // symbols that a cut leaves; 0: the protocol's
  metrics::ShortRule short_rule = metrics::ShortRule::kPad;
  metrics::MapResolution resolution = metrics::MapResolution::kGrid;
  int samples = 10;      // random scanpaths a pair
  int bootstrap = 1000;  // draws behind the 95% intervals; 0: none
  metrics::ResampleUnit resample = metrics::ResampleUnit::kPictures;  // what is drawn
  unsigned families = metrics::kAllScores;  // metrics::ScoreFamily: what is computed
  std::string explain{};  // a trial: PICTURE, TARGET|PICTURE or TARGET|PICTURE|PERSON; empty: none
  std::uint64_t seed = 0;
  Watch watch{};

  // Throws InputError when there is nothing to score or options contradict each other.
  void Check() const;
  // The protocol with the changes.
  metrics::Protocol Protocol() const;
};

OptionList OptionsOf(EvaluateOptions& options);

struct EvaluateResult {
  metrics::HumanSet humans;
  std::vector<metrics::Row> rows;      // scanpath by scanpath
  metrics::Evaluation evaluation;      // their means, intervals and differences
  std::vector<Table> explained;        // how the scores of the trial asked for came about
  std::vector<Understood> understood;  // people, then each file of predictions
};

// People and chance come first, then predictions in their order, then what only maps have. What is
// left out (trials, predictions of other pictures) is said in the log. Throws InputError as Check,
// for files that cannot be read, and for two rows of one name. Example:
//   Evaluate({.fixations = "valid.json", .models = {"human"}}).evaluation.rows[0].scores
EvaluateResult Evaluate(const EvaluateOptions& options);

}  // namespace saccade::app
