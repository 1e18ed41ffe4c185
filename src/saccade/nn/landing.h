#pragma once

#include <array>
#include <span>
#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/nn/gaze_prior.h"

namespace saccade {

// Where the eye lands when it aims at a goal. People fall short: on the training split of
// COCO-Search18, 28% of the first saccades towards a target 150 to 200 pixels away end before it on
// the way there (median gain .66), and the later ones are surer. A policy that sees a window of
// beliefs cannot know that, so the default preset's map of logits is one of goals, and
//
//   p(cell) = sum over goals g of softmax(logits)(g) * sum over gains of w(gain | first, |g -
//   gaze|)
//             * [the point gaze + gain * (g - gaze), spread to its four nearest cells]
//
// with a learned table of gains, gaze.gain [2][6][5]: logits of the five gains below, for the first
// saccade and for later ones, by the distance from the current fixation to the goal.
inline constexpr std::array<float, 5> kGains = {1, .85f, .7f, .55f, .4f};
inline constexpr std::array<float, 5> kGainDistances = {3, 5, 7, 9,
                                                        12};  // cells; bins between them
inline constexpr int kGainBins = static_cast<int>(kGainDistances.size()) + 1;

int GainBin(Cell gaze, Cell goal);

// The table at its start: four fifths of the saccades reach their goal.
HostTensor InitialGains();

// The landing at one table of gains.
class Landing {
 public:
  // Without "gaze.gain" among the weights every saccade lands on its goal.
  explicit Landing(const NamedTensors& weights);

  // Turns logits of goals into the logarithm of the landing's distribution, in place. Does nothing
  // when the gaze is unknown. `goals` receives softmax(logits) for Backward; may be empty.
  // `short_odds` multiplies the odds that a saccade falls short; by how much it then does stays as
  // learned.
  void Forward(const Gaze& gaze, std::span<float> logits, std::span<float> goals,
               double short_odds = 1) const;

  // Turns dloss/d(log p) into dloss/dlogits, in place, and adds to the sums for the table:
  // dloss/dw by [first][bin][gain]. `log_p` and `goals` as Forward left them.
  void Backward(const Gaze& gaze, std::span<const float> log_p, std::span<const float> goals,
                std::span<float> gradient, std::span<float> weight_sums) const;

  // Adds what such sums mean for the table's logits.
  void AddTableGradient(std::span<const float> weight_sums, HostTensor& gains) const;

 private:
  std::vector<float> WeightsAt(double short_odds) const;
  bool Applies(const Gaze& gaze) const { return !weights_.empty() && gaze.cell >= 0; }
  std::vector<float> weights_;  // softmax over gains of the table
};

}  // namespace saccade
