#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "saccade/base/options_fwd.h"
#include "saccade/base/watch.h"
#include "saccade/scene/convert.h"
#include "saccade/scene/trial_file.h"

namespace saccade::app {

// Merges files of trials, changes their frame, filters, cuts and splits them.
struct ConvertDatasetOptions {
  std::vector<std::filesystem::path> files{};
  std::filesystem::path out{};
  std::string format{};          // of `out`, a name of TrialFormats(); empty: COCO-Search18 JSON
  std::optional<Frame> frame{};  // to write; empty: that of the files
  std::vector<std::string> tasks{};  // kept; none: all
  std::vector<std::string> subjects{};
  std::vector<std::string> splits{};
  bool correct_only = false;
  bool cut_at_target = false;            // after the first fixation on it
  std::filesystem::path split_random{};  // folder for train.json, valid.json and test.json
  std::array<double, 3> shares = kPaperShares;
  std::uint64_t seed = 0;
  TrialFileOptions reading{};
  Watch watch{};

  // Throws InputError when there is nothing to write.
  void Check() const;
};
OptionList OptionsOf(ConvertDatasetOptions& options);

struct WrittenTrials {
  std::filesystem::path path;
  std::size_t trials = 0;
  std::string how;  // "image frame", "format csv"
};
// Throws InputError as ReadTrialFile, Convert and AssignRandomSplits (scene/convert.h), for names
// that are no target's, and for a format that is not written.
std::vector<WrittenTrials> ConvertDataset(const ConvertDatasetOptions& options);

}  // namespace saccade::app
