#include "saccade/study/context_effect.h"

#include <bitset>

#include "saccade/beliefs/fovea.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/metrics/protocol.h"
#include "saccade/search/hidden_channels.h"

namespace saccade {
namespace {

using Channels = std::bitset<kBeliefChannels>;

Channels ChannelsIn(const BeliefLayer& layer, const CellSet* cells = nullptr) {
  Channels channels;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (cells != nullptr && !cells->Contains(cell)) continue;
    for (const BeliefEntry& entry : layer.At(cell)) {
      if (entry.channel < kBeliefChannels) channels.set(entry.channel);
    }
  }
  return channels;
}

// What the searcher came to see in one of its scanpaths: all of the blurred picture, and the sharp
// one around its fixations.
Channels Seen(const Search& search, std::span<const TrialInImage> scanpaths) {
  CellSet revealed;
  for (const TrialInImage& scanpath : scanpaths) {
    for (const FixationInImage& fixation : scanpath.scanpath) {
      if (const auto cell = Grid::CellOf(fixation.point)) revealed |= FoveaCells(*cell);
    }
  }
  return ChannelsIn(search.Beliefs().blurred) | ChannelsIn(search.Beliefs().sharp, &revealed);
}

// One scanpath adds 1 for each of the seven points at which the target is found already.
double TfpAucOf(std::span<const TrialInImage> scanpaths) {
  double sum = 0;
  for (const TrialInImage& scanpath : scanpaths) {
    const auto first = FirstOnTarget(scanpath);
    if (first && *first <= metrics::kScoredPoints) sum += metrics::kScoredPoints + 1 - *first;
  }
  return sum / static_cast<double>(scanpaths.size());
}

}  // namespace

ContextRun MeasureContext(const ScanpathModel& model, std::span<const Search> searches,
                          const PredictOptions& options) {
  PredictOptions until_target = options;
  until_target.until_target = true;
  const auto samples = static_cast<std::size_t>(options.samples);
  std::vector<Search> full(searches.begin(), searches.end());
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (!full[i].stream) full[i].stream = i;
  }
  const auto with = model.Predict(full, until_target);

  ContextRun run;
  struct Hidden {
    std::size_t picture;
    int channel;
  };
  std::vector<Hidden> hidden;
  std::vector<Search> less;
  for (std::size_t i = 0; i < full.size(); ++i) {
    const auto scanpaths = std::span(with).subspan(i * samples, samples);
    run.pictures.push_back({full[i].name, TfpAucOf(scanpaths), {}});
    const Channels seen = Seen(full[i], scanpaths);
    const Channels there = seen | ChannelsIn(full[i].Beliefs().sharp);
    for (int channel = 0; channel < kBeliefChannels; ++channel) {
      if (!there[channel] || channel == ChannelOfTask(full[i].task)) continue;
      if (!seen[channel]) {
        ++run.spared;
        continue;
      }
      hidden.push_back({i, channel});
      ChannelMask mask;
      mask.set(channel);
      Hide(less.emplace_back(full[i]), mask);
    }
  }
  const auto without = model.Predict(less, until_target);
  for (std::size_t k = 0; k < hidden.size(); ++k) {
    run.pictures[hidden[k].picture].without[hidden[k].channel] =
        TfpAucOf(std::span(without).subspan(k * samples, samples));
  }
  run.searches = full.size() + less.size();
  return run;
}

std::vector<ContextEffect> ContextEffects(int task, std::span<const PictureContext> pictures,
                                          int samples, int bootstrap, std::uint64_t seed) {
  std::vector<ContextEffect> effects;
  for (int channel = 0; channel < kBeliefChannels; ++channel) {
    if (channel == ChannelOfTask(task)) continue;
    ContextEffect& effect = effects.emplace_back(ContextEffect{.channel = channel});
    std::vector<double> differences;
    double sum = 0;
    for (const PictureContext& picture : pictures) {
      const auto without = picture.without.find(channel);
      const bool there = without != picture.without.end();
      differences.push_back(there ? picture.with - without->second : 0);
      effect.pictures += there;
      sum += differences.back();
    }
    if (effect.pictures == 0) continue;
    effect.effect = metrics::MeanOf(differences);
    effect.where_present = sum / static_cast<double>(effect.pictures);
    // Values are sums of whole numbers over `samples`.
    effect.p = metrics::SignFlipP(differences, 1.0 / samples);
    const metrics::Interval interval = metrics::BootstrapMean(
        differences, bootstrap,
        Random(seed, "context", static_cast<std::uint64_t>(task) * 1000 + channel));
    effect.low = interval.low, effect.high = interval.high;
  }
  return effects;
}

}  // namespace saccade
