#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/trial_file.h"

namespace saccade {

// Which trials are kept; an empty set keeps all.
struct TrialFilter {
  std::set<std::string> tasks;
  std::set<Identifier> subjects;
  std::set<std::string> splits;
  bool correct_only = false;
};

struct ConvertOptions {
  // The frame to write. Absent: the one all files are in; if they differ, the screens' where a
  // file has one, else the display's.
  std::optional<Frame> frame;
  TrialFilter filter;
  bool cut_at_target = false;  // after the first fixation on it
  bool allow_repeats = false;
};

// The kept trials of all files, in their order, in one frame. Those already in it stay bit for bit.
// Throws InputError when two files hold the same (task, name, subject), or no trial is left.
AnyTrials Convert(std::vector<TrialFile> files, const ConvertOptions& options);

// The names of the splits in files and their shares in the paper (section 3).
inline constexpr std::array<std::string_view, 3> kSplitNames = {"train", "valid", "test"};
inline constexpr std::array<double, 3> kPaperShares = {.7, .1, .2};

// Puts each trial into a random split, within each task: shares of its pictures, rounded; what
// rounding leaves goes to the last. The trials of a (task, picture) pair stay together. Depends on
// the seed and the pairs, not on their order. Throws InputError unless the shares are from 0 to 1
// and add up to 1.
AnyTrials AssignRandomSplits(AnyTrials trials, const std::array<double, 3>& shares,
                             std::uint64_t seed);

// The trials of one split.
AnyTrials OfSplit(const AnyTrials& trials, std::string_view split);

}  // namespace saccade
