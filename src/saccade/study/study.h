#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "saccade/base/shard.h"
#include "saccade/metrics/semantic.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/study/experiment.h"
#include "saccade/study/table.h"

namespace saccade {

// A model that is trained already. Called like a method, it takes the place of its training;
// otherwise it is a row of its own.
struct GivenModel {
  std::string name;
  std::string folder;  // or a built-in name of OpenModel
};

// Predicted scanpaths of anybody's, and how their row is called.
struct GivenPredictions {
  std::string name;
  std::filesystem::path file;
};

// What every study is told; each takes what it has a use for.
struct StudyOptions {
  std::filesystem::path fixations;  // learned from, and behind the priors of cIG
  std::filesystem::path validation;
  std::vector<std::filesystem::path> beliefs;  // variants of the same pictures; the first is scored
  ModelInputs inputs;  // features of pictures, for methods that start from pixels
  std::filesystem::path out;
  std::vector<std::string> methods;  // empty: all that need nothing that is not given
  std::vector<GivenModel> models;
  std::vector<GivenPredictions> predictions;
  std::filesystem::path label_path;  // label maps behind semantic scores; empty: none
  metrics::FindLabelMap labels;      // the same, opened
  std::uint64_t seed = 0;            // the first
  int seeds = 3;
  int trainings = 0;  // of a method; seeds beyond draw from them in turn. 0: one for each seed
  int samples = 10;
  int bootstrap = 1000;
  std::string protocol = "paper";
  std::string preset = "default";
  std::vector<std::string> settings;  // NAME=VALUE, of every training
  bool quick = false;
  std::filesystem::path images;  // pictures to draw on; empty: none
  std::filesystem::path curves;  // of others' trainings
  std::filesystem::path truth;   // truth.json of embedded data; empty: people
  bool so_far = false;           // make the page of what is finished, and compute nothing
  std::filesystem::path page;    // folder that the page is left in too; empty: none
  std::string commit;            // named on the page; may be empty

  // The only model of a study of one. Throws InputError unless there is one.
  const GivenModel& Model() const;
};

// `seeds` of them from the first on.
std::vector<std::uint64_t> SeedsOf(const StudyOptions& options);

// What a study has a use for; options that it has none for are not on its command line.
enum StudyUse : unsigned {
  kUsesTrainings = 1 << 0,     // --fixations, --preset, --set, --quick, --trainings
  kUsesMethods = 1 << 1,       // --methods, --images, --features-from
  kUsesModels = 1 << 2,        // --model NAME=FOLDER, any number
  kUsesOneModel = 1 << 3,      // --model FOLDER
  kUsesSeeds = 1 << 4,         // --seeds
  kUsesSamples = 1 << 5,       // --samples
  kUsesBootstrap = 1 << 6,     // --bootstrap
  kUsesProtocol = 1 << 7,      // --protocol
  kUsesFixations = 1 << 8,     // --fixations, for the priors of cIG
  kUsesPictures = 1 << 9,      // --images, to draw on
  kWritesPage = 1 << 10,       // --page, --commit
  kUsesCurves = 1 << 11,       // --curves
  kNeedsNoBeliefs = 1 << 14,   // without --beliefs
  kUsesTruth = 1 << 13,        // --truth
  kShowsSoFar = 1 << 12,       // --so-far: can be assembled before all cells are finished
  kUsesPredictions = 1 << 15,  // --predictions NAME=FILE, any number; --labels; no --beliefs
};

// What is left when all cells are finished. Files are written already.
struct StudyResult {
  nlohmann::ordered_json json;
  std::vector<Table> tables;  // for the terminal
  std::string files;          // "compare.md, .tex": their names for the last line
};

// A question that data answers: cells and what is made of them. Adding one is a file and a line in
// studies.cc (CONTRIBUTING.md).
struct Study {
  std::string name;     // on the command line
  std::string summary;  // for --help
  std::string example;
  unsigned uses = 0;  // of StudyUse
  std::function<std::vector<StudyCell>(const StudyOptions&)> cells;
  // Called when all are finished; writes tables and figures into options.out. `command` made them.
  std::function<StudyResult(const Experiment&, const StudyOptions&, const std::string& command)>
      assemble;
};

// In the order of --help.
const std::vector<Study>& Studies();

// Which cells to compute: all and then the tables, or some.
struct StudyShare {
  std::vector<std::string> only{};
  std::optional<Shard> shard{};
  bool wait = false;  // for cells that other processes hold

  bool IsAll() const { return only.empty() && !shard; }
};

// Computes what is left of the share and, when it is all, assembles; nothing otherwise. Throws
// Failure, naming them, when other processes still hold cells and it is not to wait: no half a
// table.
std::optional<StudyResult> RunStudy(const Study& study, const StudyOptions& options,
                                    const StudyShare& share, const std::string& command);

// The cells of a study as a table and as JSON.
Table CellTable(const std::vector<CellStatus>& cells);
nlohmann::ordered_json ToJson(const std::vector<CellStatus>& cells);

}  // namespace saccade
