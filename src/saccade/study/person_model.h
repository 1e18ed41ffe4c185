#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade {

// How one person's eyes move, whatever the picture: what a search is told apart by. Counts of
// saccades by amplitude (and first or later), of directions, of fixation durations and of the
// number of fixations, each in a few bins, drawn towards those of all people together so that bins
// a person was never seen in say nothing.
enum class PersonTrait { kAmplitude, kDirection, kDuration, kLength };
inline constexpr int kPersonTraits = 4;
inline constexpr int kTraitBins = 16;
const char* TraitName(PersonTrait trait);

// The bins that a search falls into; nothing where it has no such trait (durations of a file
// without any).
std::vector<int> BinsOf(PersonTrait trait, const TrialInImage& trial);

class PersonModels {
 public:
  // Of everybody in `trials`; those of unknown people are passed over. Throws InputError unless
  // there are two.
  explicit PersonModels(std::span<const TrialInImage> trials);

  const std::vector<Identifier>& people() const { return people_; }
  // The logarithm of how likely a search is to be each person's, over the chosen traits; on the
  // same scale for all of them, one value a person.
  std::vector<double> LogLikelihoods(const TrialInImage& trial,
                                     std::span<const PersonTrait> traits) const;

 private:
  using Distribution = std::array<double, kTraitBins>;
  std::vector<Identifier> people_;
  std::vector<std::array<Distribution, kPersonTraits>> log_shares_;  // by person
};

// How often the right person is the likeliest. Searches whose person the models do not know are
// left out.
struct Identified {
  std::size_t searches = 0;
  double single = 0;               // share of single searches
  std::vector<double> by_picture;  // the same of each pair of target and picture
  double pooled = 0;               // share when `pool` searches of a person are judged together
  int pool = 0;
  std::size_t pools = 0;
};
// Searches are pooled in the order given; a person's last ones that fill no pool are left out.
Identified Identify(const PersonModels& models, std::span<const TrialInImage> trials,
                    std::span<const PersonTrait> traits, int pool);

}  // namespace saccade
