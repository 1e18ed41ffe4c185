#include "saccade/app/predict_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/base/shard_option.h"
#include "saccade/beliefs/store_notes.h"
#include "saccade/metrics/conditional.h"
#include "saccade/metrics/protocol.h"
#include "saccade/scene/trial_writer.h"
#include "saccade/search/hidden_channels.h"
#include "saccade/search/installed_models.h"

namespace saccade::app {
namespace {

// As many of the (task, picture) pairs as wanted, spread evenly over all.
std::vector<TrialInImage> SomePairs(std::vector<TrialInImage> trials, std::size_t wanted) {
  std::set<std::pair<std::string, std::string>> pairs;
  for (const TrialInImage& trial : trials) pairs.emplace(trial.task, trial.name);
  if (wanted == 0 || wanted >= pairs.size()) return trials;
  std::set<std::pair<std::string, std::string>> kept;
  std::size_t place = 0;
  for (const auto& pair : pairs) {
    if (place * wanted / pairs.size() != (place + 1) * wanted / pairs.size()) kept.insert(pair);
    ++place;
  }
  std::erase_if(trials, [&](const TrialInImage& trial) {
    return !kept.contains({trial.task, trial.name});
  });
  return trials;
}

std::vector<TrialInImage> PairsOf(const PredictPairsOptions& options) {
  return SomePairs(TrialsOf(options.pairs, {.scanpaths_optional = true, .allow_repeats = true}),
                   options.searches);
}

// A searcher that learned with another view of the periphery searches, but not as it learned to.
void WarnOfOtherBlur(const BeliefStore& store, const std::filesystem::path& model) {
  const auto blur = saccade::BlurOf(store);
  if (!blur || !std::filesystem::is_directory(model)) return;
  const double learned = BlurOf(ParsingOptions(), model);
  if (*blur == learned) return;
  LogWarning("{} was blurred with sigma {}, and {} learned with {}; build it with --blur {}",
             store.path().string(), *blur, model.filename().string(), learned, learned);
}

// Without beliefs. Numbered before others' are left out, so that a share draws what it would draw
// among all.
std::vector<Search> SearchesOf(std::span<const TrialInImage> trials,
                               const PredictPairsOptions& options) {
  std::vector<Search> searches = MakeSearchSet(trials, {}).searches;
  for (std::size_t i = 0; i < searches.size(); ++i) searches[i].stream = i;
  if (options.shard) {
    std::erase_if(searches, [&](const Search& search) { return !options.shard->Has(search.name); });
  }
  return searches;
}

BeliefLibrary LibraryOf(const PredictPairsOptions& options, const std::filesystem::path& folder,
                        const ScanpathModel& model, std::span<const Search> searches) {
  if (!model.NeedsBeliefs()) return {};
  std::set<std::string> distinct;
  for (const Search& search : searches) distinct.insert(search.name);
  const std::vector<std::string> names(distinct.begin(), distinct.end());
  if (!options.beliefs.empty()) {
    const BeliefStore store = BeliefStore::Open(options.beliefs);
    WarnOfOtherBlur(store, folder);
    std::vector<PictureBeliefs> pictures(names.size());
    ParallelFor(names.size(), [&](std::size_t i) { pictures[i] = store.Load(names[i]); });
    return BeliefLibrary(std::move(pictures));
  }
  if (options.features.images.empty()) {
    throw InputError("model " + model.name() +
                     " searches beliefs: add --beliefs S.beliefs, or --images DIR to parse the "
                     "pictures of --pairs");
  }
  ParsingOptions parsing = options.parsing;
  parsing.threads = 1;  // each; pictures are parsed side by side
  return BeliefLibrary(ParsePictures(options.features.images, names, *OpenParserOf(parsing),
                                     BlurOf(parsing, folder)));
}

// Of the next fixation, for the people's trials that evaluation scores.
MapArray NextFixationMaps(const ScanpathModel& model, std::span<const Search> searches,
                          std::span<const TrialInImage> trials) {
  std::map<std::pair<int, std::string>, const Search*> by_pair;
  for (const Search& search : searches) by_pair[{search.task, search.name}] = &search;
  struct Wanted {
    const Search* search;
    metrics::NextFixation next;
  };
  MapArray maps;
  std::vector<Wanted> wanted;
  for (const TrialInImage& trial :
       metrics::HumanTrialsUsed(trials, metrics::ProtocolByName("paper"))) {
    const auto task = TaskIndex(trial.task);
    if (!task) continue;
    for (metrics::NextFixation& next : metrics::NextFixations(trial.scanpath)) {
      maps.keys.push_back({trial.task, trial.name, trial.subject, next.step});
      wanted.push_back({by_pair.at({*task, trial.name}), std::move(next)});
    }
  }
  maps.values.resize(maps.keys.size() * Grid::kCells);
  ParallelFor(maps.keys.size(), [&](std::size_t i) {
    const auto map = model.NextFixation(*wanted[i].search, wanted[i].next.past);
    if (map.empty()) throw InputError("--maps: " + model.name() + " gives no map of fixations");
    std::ranges::copy(map, &maps.values[i * Grid::kCells]);
  });
  return maps;
}

std::vector<std::vector<double>> RewardsOf(const ScanpathModel& model,
                                           std::span<const Search> searches) {
  std::vector<std::vector<double>> rewards(searches.size());
  const std::vector<Cell> start = {Grid::Center()};
  ParallelFor(searches.size(), [&](std::size_t i) {
    rewards[i] = model.RewardMap(searches[i], start);
    if (rewards[i].empty()) {
      throw InputError("--reward: " + model.name() + " has learned no reward; train irl does");
    }
  });
  return rewards;
}

PredictPairsResult Predict(const ScanpathModel& model, const BeliefLibrary& library,
                           std::span<const TrialInImage> trials, std::vector<Search> searches,
                           const PredictPairsOptions& options) {
  PredictPairsResult result;
  if (model.NeedsBeliefs()) {
    for (Search& search : searches) {
      search.variants = library.Variants(search.name);
      search.plain_variants = library.plain_variants();
    }
  }
  if (!options.without.empty() && !model.NeedsBeliefs()) {
    throw InputError("without: " + model.name() + " searches pictures, not belief maps");
  }
  result.searches = std::move(searches);
  Hide(result.searches, options.without);
  result.scanpaths = model.Predict(result.searches, options.predict);
  if (options.maps) result.maps = NextFixationMaps(model, result.searches, trials);
  if (options.rewards) result.rewards = RewardsOf(model, result.searches);
  return result;
}

}  // namespace

OptionList OptionsOf(PredictPairsOptions& o) {
  OptionList list;
  list.Add("model", o.model,
           "Model folder, installed or built-in model (below); default: the one that comes with "
           "saccade")
      .Add("pairs", TrialTextOf(o.pairs),
           "Trials (JSON) that name the (task, picture) pairs to search", "FILE")
      .Add("beliefs", TextOf(o.beliefs), "Belief store of the pictures", "FILE")
      .Add(OptionsOf(o.features))
      .Add(OptionsOf(o.parsing))
      .Add("searches", o.searches, {0, 1000000},
           "With --pairs: only so many of them, spread evenly; 0 is all")
      .Add(OptionsOf(o.predict))
      .Add("without", WordsOf(o.without),
           "Classes whose belief maps are emptied, with commas: names, or target, other-things, "
           "stuff, saliency, history")
      .Add("maps", o.maps, "Also maps of the next fixation, which evaluate --maps reads")
      .Add("rewards", o.rewards, "Also the learned reward of every cell")
      .Add("shard", TextOf(o.shard), "Only this share of the work, such as 3/8, counted from 0")
      .Omit();
  return list;
}

void PredictPairsOptions::Check() const {
  PredictPairsOptions described = *this;
  OptionsOf(described).Check("--");
  if (shard && maps) {
    throw InputError("--maps are of all pictures: make them without --shard");
  }
}

PredictPairsResult PredictPairs(const PredictPairsOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const std::string name = ResolveModel(options.model.empty() ? kDefaultModel : options.model);
  const auto model = OpenModel(name, OpenFeatures(options.features));
  const std::vector<TrialInImage> trials = PairsOf(options);
  std::vector<Search> searches = SearchesOf(trials, options);
  const BeliefLibrary library = LibraryOf(options, name, *model, searches);
  return Predict(*model, library, trials, std::move(searches), options);
}

PredictPairsResult PredictPairs(const ScanpathModel& model, const BeliefLibrary& library,
                                const PredictPairsOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const std::vector<TrialInImage> trials = PairsOf(options);
  return Predict(model, library, trials, SearchesOf(trials, options), options);
}

std::vector<ShareItem> ShareOf(const PredictPairsResult& result, Frame frame) {
  std::vector<ShareItem> items;
  const std::size_t samples =
      result.searches.empty() ? 0 : result.scanpaths.size() / result.searches.size();
  for (std::size_t i = 0; i < result.scanpaths.size(); ++i) {
    const TrialInImage& trial = result.scanpaths[i];
    items.push_back({*result.searches[i / samples].stream * samples + i % samples,
                     frame == Frame::kDisplay ? TrialText(ToDisplay(trial)) : TrialText(trial)});
  }
  return items;
}

void WriteScanpaths(const std::filesystem::path& path, std::span<const TrialInImage> scanpaths,
                    Frame frame) {
  if (frame != Frame::kDisplay) return WriteTrials(path, scanpaths);
  std::vector<TrialInDisplay> in_display;
  for (const TrialInImage& trial : scanpaths) in_display.push_back(ToDisplay(trial));
  WriteTrials(path, in_display);
}

}  // namespace saccade::app
