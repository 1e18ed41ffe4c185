#include "saccade/study/person_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <utility>

#include "saccade/base/error.h"

namespace saccade {
namespace {

// So many searches' worth of everybody's bins are added to a person's own.
constexpr double kEverybody = 40;

// Equal steps of a value's logarithm; the first and last bin take what is beyond.
int LogBin(double value, double low, double high, int bins) {
  const double share = std::log(std::max(value, 1e-9) / low) / std::log(high / low);
  return std::clamp(static_cast<int>(std::floor(share * bins)), 0, bins - 1);
}

std::size_t PlaceOf(const std::vector<Identifier>& people, const Identifier& person) {
  return static_cast<std::size_t>(std::ranges::find(people, person) - people.begin());
}

}  // namespace

const char* TraitName(PersonTrait trait) {
  switch (trait) {
    case PersonTrait::kAmplitude:
      return "amplitudes";
    case PersonTrait::kDirection:
      return "directions";
    case PersonTrait::kDuration:
      return "durations";
    case PersonTrait::kLength:
      return "number of fixations";
  }
  return "";
}

std::vector<int> BinsOf(PersonTrait trait, const TrialInImage& trial) {
  const ScanpathInImage& path = trial.scanpath;
  std::vector<int> bins;
  if (trait == PersonTrait::kLength) {
    if (!path.empty()) bins = {std::min(static_cast<int>(path.size()) - 1, kTraitBins - 1)};
    return bins;
  }
  if (trait == PersonTrait::kDuration) {
    for (const FixationInImage& fixation : path) {
      if (fixation.duration_ms > 0) {
        bins.push_back(LogBin(fixation.duration_ms, 60, 1000, kTraitBins));
      }
    }
    return bins;
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double dx = path[i].point.x - path[i - 1].point.x;
    const double dy = path[i].point.y - path[i - 1].point.y;
    if (trait == PersonTrait::kAmplitude) {
      constexpr int kHalf = kTraitBins / 2;
      bins.push_back((i == 1 ? 0 : kHalf) + LogBin(std::hypot(dx, dy), 8, 400, kHalf));
    } else {
      const double turn = std::atan2(dy, dx) / (2 * std::numbers::pi) + 1;
      bins.push_back(static_cast<int>(std::lround(turn * kTraitBins)) % kTraitBins);
    }
  }
  return bins;
}

PersonModels::PersonModels(std::span<const TrialInImage> trials) {
  std::set<Identifier> known;
  for (const TrialInImage& trial : trials) {
    if (trial.subject.known()) known.insert(trial.subject);
  }
  people_.assign(known.begin(), known.end());
  if (people_.size() < 2) {
    throw InputError(fmt::format("there are searches of {} people; telling them apart takes two",
                                 people_.size()));
  }
  using Counts = std::array<Distribution, kPersonTraits>;
  std::vector<Counts> counts(people_.size(), Counts{});
  Counts all{};
  for (const TrialInImage& trial : trials) {
    if (!trial.subject.known()) continue;
    Counts& own = counts[PlaceOf(people_, trial.subject)];
    for (int trait = 0; trait < kPersonTraits; ++trait) {
      for (const int bin : BinsOf(static_cast<PersonTrait>(trait), trial)) {
        ++own[trait][bin];
        ++all[trait][bin];
      }
    }
  }
  log_shares_.resize(people_.size());
  for (std::size_t person = 0; person < people_.size(); ++person) {
    for (int trait = 0; trait < kPersonTraits; ++trait) {
      double own_total = 0, all_total = 0;
      for (int bin = 0; bin < kTraitBins; ++bin) {
        own_total += counts[person][trait][bin];
        all_total += all[trait][bin] + 1;
      }
      for (int bin = 0; bin < kTraitBins; ++bin) {
        const double everybody = kEverybody * (all[trait][bin] + 1) / all_total;
        log_shares_[person][trait][bin] =
            std::log((counts[person][trait][bin] + everybody) / (own_total + kEverybody));
      }
    }
  }
}

std::vector<double> PersonModels::LogLikelihoods(const TrialInImage& trial,
                                                 std::span<const PersonTrait> traits) const {
  std::vector<double> likelihoods(people_.size());
  for (const PersonTrait trait : traits) {
    for (const int bin : BinsOf(trait, trial)) {
      for (std::size_t person = 0; person < people_.size(); ++person) {
        likelihoods[person] += log_shares_[person][static_cast<int>(trait)][bin];
      }
    }
  }
  return likelihoods;
}

Identified Identify(const PersonModels& models, std::span<const TrialInImage> trials,
                    std::span<const PersonTrait> traits, int pool) {
  const auto right = [](const std::vector<double>& likelihoods, std::size_t person) {
    // A tie is a guess among the tied.
    const double most = std::ranges::max(likelihoods);
    return likelihoods[person] < most
               ? 0.0
               : 1.0 / static_cast<double>(std::ranges::count(likelihoods, most));
  };
  Identified found{.by_picture = {}, .pool = pool};
  std::map<std::pair<std::string, std::string>, std::pair<double, double>> by_picture;
  struct Pool {
    std::vector<double> sum;
    int searches = 0;
  };
  std::vector<Pool> pools(models.people().size());
  for (const TrialInImage& trial : trials) {
    const std::size_t person = PlaceOf(models.people(), trial.subject);
    if (person == models.people().size()) continue;
    const std::vector<double> likelihoods = models.LogLikelihoods(trial, traits);
    const double score = right(likelihoods, person);
    ++found.searches;
    found.single += score;
    auto& picture = by_picture[{trial.task, trial.name}];
    picture.first += score;
    ++picture.second;
    Pool& own = pools[person];
    own.sum.resize(likelihoods.size());
    for (std::size_t i = 0; i < likelihoods.size(); ++i) own.sum[i] += likelihoods[i];
    if (++own.searches < pool) continue;
    found.pooled += right(own.sum, person);
    ++found.pools;
    own = {};
  }
  found.single /= static_cast<double>(std::max<std::size_t>(1, found.searches));
  found.pooled /= static_cast<double>(std::max<std::size_t>(1, found.pools));
  for (const auto& [picture, score] : by_picture) {
    found.by_picture.push_back(score.first / score.second);
  }
  return found;
}

}  // namespace saccade
