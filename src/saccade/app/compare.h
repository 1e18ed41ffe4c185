#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/app/share.h"
#include "saccade/app/understood.h"
#include "saccade/base/options_fwd.h"
#include "saccade/base/watch.h"
#include "saccade/metrics/multimatch.h"
#include "saccade/metrics/prediction_check.h"
#include "saccade/scene/trial.h"

namespace saccade::app {

// Scores the scanpaths of two files pair by pair, nothing filtered or cut.
struct CompareOptions {
  std::filesystem::path first{};
  std::filesystem::path second{};
  // kImage: files in display pixels are scaled to 512x320. kDisplay: coordinates are taken for
  // display pixels whatever they are, since short scanpaths near the corner look like the image
  // frame.
  Frame frame = Frame::kImage;
  bool lenient = false;  // skip bad trials, with a word
  // Of scanpaths of the second file that do not begin at the centre where the first's do.
  metrics::StartRule start = metrics::StartRule::kRefuse;
  // Any of "multimatch", "scanmatch", "edit_distance", "trajectory" (dtw, frechet,
  // time_delay_embedding, stde) and "recurrence" (REC, DET, LAM, CORM).
  std::vector<std::string> metrics{"multimatch", "scanmatch", "edit_distance"};
  metrics::MultiMatchOptions multimatch{};
  // All scanpaths of the same picture and task, not the i-th with the i-th.
  bool all_pairs = false;
  std::optional<Shard> shard{};  // only the pairs of whose first scanpath it has the picture
  Watch watch{};

  // Throws InputError for an unknown metric.
  void Check() const;
  bool Wants(const std::string& metric) const;
};

OptionList OptionsOf(CompareOptions& options);

// A score under its key of the table of scores (metrics/score_table.h); absent where it does not
// exist.
struct NamedScore {
  std::string_view key;
  std::optional<double> value;
};

// Two scanpaths and how alike they are; what was not asked for, or cannot be had, is absent.
struct ComparedPair {
  std::size_t place = 0;  // among the pairs of all shares
  std::size_t first = 0;  // place in the first file
  std::size_t second = 0;
  std::string task{};  // of the first
  std::string name{};
  Identifier first_subject{};
  Identifier second_subject{};
  bool timed = true;  // both have durations; scores of durations mean nothing otherwise
  std::optional<metrics::MultiMatchScores> multimatch{};
  std::optional<double> scanmatch{};
  std::optional<double> scanmatch_duration{};
  std::optional<int> edit_distance{};
  std::vector<NamedScore> more{};  // trajectory, then recurrence
};

struct CompareResult {
  std::vector<ComparedPair> pairs;
  std::vector<Understood> understood;  // the first file, then the second
};

// Throws InputError for files that cannot be read or cannot be right (metrics/prediction_check.h),
// of different length without all_pairs, and without a common pair with it.
CompareResult Compare(const CompareOptions& options);
// The same of values; the options' files only name them in messages, `frame` is that of the values.
template <Frame F>
std::vector<ComparedPair> Compare(std::span<const Trial<F>> first, std::span<const Trial<F>> second,
                                  const CompareOptions& options);

std::vector<ShareItem> ShareOf(std::span<const ComparedPair> pairs);
nlohmann::ordered_json ToJson(std::span<const ComparedPair> pairs);

}  // namespace saccade::app
