#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saccade/base/options_fwd.h"
#include "saccade/base/watch.h"
#include "saccade/scene/dataset_summary.h"
#include "saccade/scene/search_measures.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/heat_map.h"

namespace saccade::app {

// Counts trials and measures how hard each target is to find.
struct DatasetInfoOptions {
  std::vector<std::filesystem::path> files{};
  TrialFileOptions reading{};
  Watch watch{};
};
OptionList OptionsOf(DatasetInfoOptions& options);

struct DatasetInfo {
  struct File {
    std::filesystem::path path;
    std::string frame;
    Tally tally;
    int longer_durations = 0;
    std::map<std::string, int> skipped;  // reason -> trials
  };
  std::vector<File> files;
  Tally total;
  std::map<std::string, Tally> splits;
  std::map<std::string, Tally> conditions;
  std::map<std::string, Tally> tasks;
  std::map<Condition, std::map<std::string, Tally>> tasks_by_condition;
  std::map<Identifier, Tally> subjects;
  std::vector<SharedPictures> shared;
  std::vector<CategoryMeasures> present;
  std::vector<CategoryMeasures> absent;
};

// Throws InputError as ReadTrialFile.
DatasetInfo DescribeDataset(const DatasetInfoOptions& options);
// `with_paper`: what the paper's appendix says of each target too.
nlohmann::ordered_json ToJson(const DatasetInfo& info, bool with_paper = false);
// The paper's Fig. 3: a row a measure, a column a target, the raw value in the cell.
HeatMap MeasuresMap(const DatasetInfo& info);

}  // namespace saccade::app
