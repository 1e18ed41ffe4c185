#include "saccade/scene/convert.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

template <typename T>
bool Keeps(const std::set<T>& wanted, const T& value) {
  return wanted.empty() || wanted.contains(value);
}

template <Frame F>
bool Keeps(const TrialFilter& filter, const Trial<F>& trial) {
  return Keeps(filter.tasks, trial.task) && Keeps(filter.subjects, trial.subject) &&
         Keeps(filter.splits, trial.split) && (trial.correct || !filter.correct_only);
}

Frame CommonFrame(const std::vector<TrialFile>& files) {
  const auto is = [](Frame frame) {
    return [frame](const TrialFile& file) { return file.frame() == frame; };
  };
  if (std::ranges::any_of(files, is(Frame::kScreen))) return Frame::kScreen;
  return std::ranges::all_of(files, is(Frame::kImage)) ? Frame::kImage : Frame::kDisplay;
}

template <Frame F>
std::vector<Trial<F>> TrialsIn(TrialFile file) {
  if constexpr (F == Frame::kImage) {
    return TrialsInImage(std::move(file));
  } else if constexpr (F == Frame::kScreen) {
    return TrialsOnScreen(std::move(file));
  } else {
    return TrialsInDisplay(std::move(file));
  }
}

template <Frame F>
std::vector<Trial<F>> Merge(std::vector<TrialFile> files, const ConvertOptions& options) {
  std::vector<Trial<F>> merged;
  std::unordered_map<std::string, std::filesystem::path> file_of_id;
  for (TrialFile& file : files) {
    const std::filesystem::path path = file.path;
    for (Trial<F>& trial : TrialsIn<F>(std::move(file))) {
      if (!Keeps(options.filter, trial)) continue;
      if (!options.allow_repeats && trial.subject.known()) {
        const auto [first, is_new] = file_of_id.try_emplace(TrialId(trial), path);
        if (!is_new) {
          throw InputError(path, "", "repeats a trial of {}: {}, {}, subject {}",
                           first->second.string(), trial.task, trial.name, trial.subject);
        }
      }
      merged.push_back(options.cut_at_target ? CutAtTarget(std::move(trial)) : std::move(trial));
    }
  }
  if (merged.empty()) throw InputError("no trial is left; check the filters");
  return merged;
}

// The split of each picture of one task.
std::map<std::string, std::string_view> DrawSplits(const std::set<std::string>& pictures,
                                                   const std::array<double, 3>& shares,
                                                   Random random) {
  std::vector<std::string> names(pictures.begin(), pictures.end());
  random.Shuffle(names);
  const auto count = static_cast<double>(names.size());
  const auto train = static_cast<std::size_t>(std::lround(shares[0] * count));
  const auto valid = static_cast<std::size_t>(std::lround(shares[1] * count));
  std::map<std::string, std::string_view> splits;
  for (std::size_t i = 0; i < names.size(); ++i) {
    splits[names[i]] = kSplitNames[i < train ? 0 : i < train + valid ? 1 : 2];
  }
  return splits;
}

template <Frame F>
void AssignSplits(std::vector<Trial<F>>& trials, const std::array<double, 3>& shares,
                  std::uint64_t seed) {
  std::map<std::string, std::set<std::string>> pictures_of_task;
  for (const Trial<F>& trial : trials) pictures_of_task[trial.task].insert(trial.name);
  std::map<std::string, std::map<std::string, std::string_view>> splits;
  for (const auto& [task, pictures] : pictures_of_task) {
    splits[task] = DrawSplits(pictures, shares, Random(seed, "split " + task));
  }
  for (Trial<F>& trial : trials) trial.split = splits[trial.task][trial.name];
}

}  // namespace

AnyTrials Convert(std::vector<TrialFile> files, const ConvertOptions& options) {
  switch (options.frame.value_or(CommonFrame(files))) {
    case Frame::kImage:
      return Merge<Frame::kImage>(std::move(files), options);
    case Frame::kScreen:
      return Merge<Frame::kScreen>(std::move(files), options);
    default:
      return Merge<Frame::kDisplay>(std::move(files), options);
  }
}

AnyTrials AssignRandomSplits(AnyTrials trials, const std::array<double, 3>& shares,
                             std::uint64_t seed) {
  const bool in_range =
      std::ranges::all_of(shares, [](double share) { return share >= 0 && share <= 1; });
  if (!in_range || std::abs(shares[0] + shares[1] + shares[2] - 1) > 1e-9) {
    throw InputError(fmt::format("the shares {}, {}, {} of the splits do not add up to 1",
                                 shares[0], shares[1], shares[2]));
  }
  std::visit([&](auto& list) { AssignSplits(list, shares, seed); }, trials);
  return trials;
}

AnyTrials OfSplit(const AnyTrials& trials, std::string_view split) {
  return std::visit(
      [split](const auto& list) -> AnyTrials {
        std::decay_t<decltype(list)> chosen;
        std::ranges::copy_if(list, std::back_inserter(chosen),
                             [split](const auto& trial) { return trial.split == split; });
        return chosen;
      },
      trials);
}

}  // namespace saccade
